/** Each kind of resource, as the dynamic provider and the plugin serve it. */

export { application } from "../api/application.js";
export { environment } from "../api/environment.js";
export { cache } from "./cache.js";
