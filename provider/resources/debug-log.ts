/**
 * Leaves the answers of the engine out of the SDK's debug log. They hold all outputs, a cache's password, an
 * environment's variables and a provider's token included, in plain text, and the engine hands that log to event logs,
 * to listeners of the Automation API and to `--debug`. The SDK offers no other way than to stand before its `log.debug`.
 */

import * as pulumi from "@pulumi/pulumi";

/** What the SDK writes when the engine has registered one of this package's resources or providers. */
const answered =
  /^(RegisterResource RPC finished: resource:.*?\[(?:pulumi-nodejs:dynamic\/apphosting:\w+|apphosting:index:\w+|pulumi:providers:(?:pulumi-nodejs|apphosting))\].*?, resp: ).*$/s;

const log: { debug: typeof pulumi.log.debug } = pulumi.log;
const { debug } = log;
log.debug = (message, ...others) =>
  debug(typeof message === "string" ? message.replace(answered, "$1[left out]") : message, ...others);
