import { expect } from "chai";
import { nameProgramFiles } from "../tools/pulumi/find";

it("nameProgramFiles gives the files of Pulumi's programs their extensions on Windows", () => {
  expect(nameProgramFiles("win32")).to.deep.equal({
    cli: "pulumi.exe",
    languageHost: "pulumi-language-nodejs.exe",
    launcher: "pulumi-resource-pulumi-nodejs.cmd",
  });
});

it("nameProgramFiles gives none on Linux and macOS", () => {
  for (const platform of ["linux", "darwin"] as const) {
    expect(Object.values(nameProgramFiles(platform)).join()).not.to.include(".");
  }
});
