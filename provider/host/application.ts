import { applicationOutputs, applicationRequest, createApplication } from "../api/application.js";
import { ApiError } from "../api/errors.js";
import * as limits from "../api/limits.js";
import { Region, SourceControlProvider } from "../enums.js";
import { listed, nullable, optional, text } from "./arguments.js";
import type { ResourceSpec } from "./resource.js";

/** Creates an application. The API can neither change nor delete it: a changed argument replaces it. */
export const application: ResourceSpec = {
  kind: "Application",
  rules: {
    name: text(
      limits.applicationName,
      "may only hold Latin letters, digits, spaces and _ . , ' - & ( ) ! # + : @",
    ),
    region: optional(listed(Region, "Region")),
    repository: optional(
      text(
        limits.repository,
        "must be segments joined by /, each a letter or digit, then letters, digits, - _ .",
      ),
    ),
    sourceControlProvider: listed(SourceControlProvider, "SourceControlProvider"),
    buildCommand: nullable(text(limits.buildCommand)),
    rootDirectory: optional(text()),
    clusterId: optional(text()),
  },
  outputs: applicationOutputs,
  replacing: "every",
  wireNames: applicationRequest,
  async create(client, stated) {
    const answered = await createApplication(client, stated);
    // Without an id nothing could ever refer to it, not even the state.
    if (answered.id === undefined) throw new ApiError("create application", { kind: "no id" }, "unknown");
    return { id: answered.id, answered };
  },
};
