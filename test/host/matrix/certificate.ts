/** Certificates for a TLS server of a test: DER by hand, for Node reads X.509 but does not write it. */

import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface CertificateOptions {
  /** What the certificate is for: host names, or 127.0.0.1. */
  readonly hosts: readonly string[];
  readonly validUntil: Date;
}

/** A certificate signed by its own key, so that who trusts it needs nothing else. */
export function selfSigned({ hosts, validUntil }: CertificateOptions): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  // Of several certificates that are trusted, each is found by its name.
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(randomBytes(8).toString("hex"))))));
  const contents = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(0)), time(validUntil)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, sequence(...hosts.map(hostEntry)))))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", contents, privateKey)]);
  const certificate = sequence(contents, ecdsaWithSha256, der(0x03, signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes);
}

/** Two digits for the year: until 2049. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/\D/g, "").slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function hostEntry(host: string): Buffer {
  return /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host));
}

/** 2.5.4.3, 2.5.29.17 and 1.2.840.10045.4.3.2. */
const commonName = der(0x06, Buffer.from([0x55, 0x04, 0x03]));
const subjectAltName = der(0x06, Buffer.from([0x55, 0x1d, 0x11]));
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])));
