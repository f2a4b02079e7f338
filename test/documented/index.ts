import { application } from "./application";
import { cache } from "./cache";
import { environment } from "./environment";

export * from "./facts";
export { application, cache, environment };
/** The facts of each class, in any order. */
export const documentedResources = [application, environment, cache];
