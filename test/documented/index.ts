export { application } from "./application";
export { cache } from "./cache";
export { environment } from "./environment";
export * from "./resource";
