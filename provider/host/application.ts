import { createApplication } from "../api/application.js";
import { ApiError } from "../api/errors.js";
import { application as definition } from "../definitions/application.js";
import type { ResourceRequests } from "./resource.js";

/** Creates an application. The API can neither change nor delete it: a changed argument replaces it. */
export const application: ResourceRequests = {
  definition,
  async create(client, inputs) {
    const response = await createApplication(client, inputs);
    // Without an id nothing could ever refer to it, not even the state.
    if (response.id === undefined) throw new ApiError("create application", { kind: "no id" }, "unknown");
    return { id: response.id, response };
  },
};
