import { type FaultySandbox, normalise } from "../../faults";

/**
 * What the next release records: a program whose state holds all that a release has to understand later, secrets and
 * what was not obeyed among it.
 */
export const program = `
const web = new Application("web", { name: "Web shop", sourceControlProvider: "hostA", region: "eu-central-1",
  repository: "acme/web-shop", buildCommand: pulumi.secret("npm run build") });
const staging = new Environment("staging", { applicationId: web.id, name: "staging", branch: "develop", buildCommand: null });
new Environment("plain", { applicationId: web.id, name: "plain", branch: "main" }, { dependsOn: staging });
new Cache("sessions", { cacheId: "cache-1", name: "sessions", hibernationTimeout: 30, isPublic: false, triggers: [1] });
new Cache("carts", { cacheId: "cache-2", name: "carts" });
`;

/** The API had a spelling of its own when the state was written. */
export function misbehave(api: FaultySandbox): void {
  const match = { method: "POST", path: /^\/applications$/ };
  api.fault(normalise({ region: "us-east-1" }), { match });
}
