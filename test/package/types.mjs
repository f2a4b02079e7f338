/**
 * Prints what is wrong with the types of TARBALL, as JSON. A program of its own, because tsx can't load the package that finds
 * out.
 *
 * Usage: types.mjs TARBALL
 */
import { readFile } from "node:fs/promises";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";

const found = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(process.argv[2]))));
console.log(JSON.stringify(found.types === false ? "no types" : found.problems));
