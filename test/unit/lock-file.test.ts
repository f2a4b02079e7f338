import { expect } from "chai";
import { readText } from "./docs/files";

interface LockedPackage {
  readonly integrity?: string;
  readonly link?: true;
}

const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(readText("package-lock.json"));
/** The root has the name "", and a link leads to a folder of the checkout. */
const fromRegistry = Object.entries(packages).filter(([path, { link }]) => path !== "" && !link);

it("package-lock.json has an integrity for every package from a registry, of every platform", () => {
  expect(fromRegistry).to.have.length.above(200);
  const missing = fromRegistry.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  expect(missing.map(([path]) => path)).to.deep.equal([]);
});
