/** The model of each class, by the name of the class in code. */

export { application } from "./application.js";
export { cache } from "./cache.js";
export { environment } from "./environment.js";
