/**
 * Leaves the responses of the engine out of the SDK's debug log. They hold all outputs in plain text, among them a cache's
 * password, an environment's variables and a provider's token, and the engine hands that log to event logs, to listeners of the
 * Automation API and to `--debug`. The SDK has no setting for it, so this module replaces its `log.debug`.
 */

import * as pulumi from "@pulumi/pulumi";

/** The line that the SDK writes when the engine has registered a resource or a provider of this package. */
const registrationResponse =
  /^(RegisterResource RPC finished: resource:.*?\[(?:pulumi-nodejs:dynamic\/apphosting:\w+|pulumi:providers:pulumi-nodejs)\].*?, resp: ).*$/s;

const log: { debug: typeof pulumi.log.debug } = pulumi.log;
const { debug } = log;
log.debug = (message, ...others) =>
  debug(typeof message === "string" ? message.replace(registrationResponse, "$1[left out]") : message, ...others);
