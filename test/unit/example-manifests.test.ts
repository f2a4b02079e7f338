import { dirname, posix } from "node:path";
import { expect } from "chai";
import { satisfies } from "semver";
import { peerDependencies, version } from "../../package.json";
import { listFiles, readText } from "./docs/files";

const manifests = listFiles("examples").filter((file) => /^(?!.*node_modules\/).*\bpackage\.json$/.test(file));

for (const file of manifests) {
  it(`examples/${file}: depends on this version's tarball and a supported SDK`, () => {
    const { dependencies } = JSON.parse(readText(`examples/${file}`));
    const [, tarball = ""] = /^file:(.*)$/.exec(dependencies["pulumi-apphosting"]) ?? [];
    const [example] = file.split("/");
    expect(posix.join(dirname(file), tarball)).to.equal(`${example}/pulumi-apphosting-${version}.tgz`);
    const [oldest = ""] = peerDependencies["@pulumi/pulumi"].split(" ");
    expect(dependencies["@pulumi/pulumi"])
      .to.match(/^\^3\./)
      .and.satisfy((range: string) => satisfies(range.slice(1), oldest));
  });
}

it("examples/: the manifests tested include quickstart and cache-tuning's policy pack", () => {
  expect(manifests).to.include.members(["quickstart/package.json", "cache-tuning/policy/package.json"]);
});
