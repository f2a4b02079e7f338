/** The facts of each class, by its name in code. */

export { application } from "./application";
export { cache } from "./cache";
export { environment } from "./environment";
