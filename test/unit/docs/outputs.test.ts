import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import type { CacheConnection } from "../../../provider";
import { readOutput } from "../resources";
import { findNames, readText, toCommonJs } from "./files";

/** What the examples of docs/outputs-and-secrets.md export, of an environment and a cache with these outputs. */
function run(domain: string | null, connection: CacheConnection | null) {
  const code = findNames(readText("docs/outputs-and-secrets.md"), /^```ts\n([\s\S]*?)^```$/gm).join("\n");
  const exported = {} as Exported;
  const staging = { vanityDomain: pulumi.output(domain), slug: pulumi.output(domain) };
  const cache = { connection: pulumi.output(connection) };
  new Function("exports", "pulumi", "staging", "cache", toCommonJs(code))(exported, pulumi, staging, cache);
  return exported;
}

interface Exported {
  address: pulumi.Output<string>;
  port: pulumi.Output<number>;
  host: pulumi.Output<string | undefined>;
  slug: pulumi.Output<string | undefined>;
  hostname: pulumi.Output<string | undefined>;
}

/** What fails the run: the engine's side of the SDK awaits each output by this promise. */
async function failure(output: pulumi.Output<unknown>): Promise<string> {
  const { promise } = output as unknown as { promise(): Promise<unknown> };
  return promise.call(output).then(
    (value) => `no failure, but ${value}`,
    (error) => error.message,
  );
}

it("docs/outputs-and-secrets.md: its examples pass on outputs that the API has set", async () => {
  const { address, port, host, slug, hostname } = run("shop.example", { hostname: "cache.example", port: 7000 });
  expect(await readOutput(address)).to.equal("https://shop.example");
  expect(await readOutput(port)).to.equal(7000);
  expect(await readOutput(slug)).to.equal("shop.example");
  for (const one of [host, hostname]) expect(await readOutput(one)).to.equal("cache.example");
});

it("docs/outputs-and-secrets.md: its examples fail with the sentence, take the other value, or leave out what is null", async () => {
  const { address, port, host, slug, hostname } = run(null, null);
  expect(await readOutput(port)).to.equal(6379);
  for (const one of [host, slug]) expect(await readOutput(one)).to.equal(undefined);
  expect(await failure(address)).to.equal("The environment staging has no domain. Look in the web console.");
  expect(await failure(hostname)).to.equal("The cache has no connection yet.");
});
