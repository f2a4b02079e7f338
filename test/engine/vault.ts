/**
 * The part of a HashiCorp Vault that the CLI needs for the secrets of a stack. Without it, each command spends a sixth of its
 * time on making a key of the passphrase. The encryption of values in the state is the same.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What `pulumi stack init --secrets-provider hashivault://tests` writes into the settings of a stack. */
export const vaultSettings = { secretsprovider: "hashivault://tests", encryptedkey: btoa("vault:v1:tests") };

let address: Promise<string> | undefined;

/** Starts the Vault of this process, once, and returns its address. It ends with the process. */
export function findVault(): Promise<string> {
  address ??= startVault();
  return address;
}

async function startVault(): Promise<string> {
  const decrypted = JSON.stringify({ data: { plaintext: Buffer.alloc(32, "key").toString("base64") } });
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json").end(decrypted);
  }).unref();
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
