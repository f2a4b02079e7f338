import { expect } from "chai";
import { describeEngine } from "../engine/describe";
import { expectGolden, expectPicture } from "../engine/golden";
import { settings } from "../tools/demo-steps";
import { pictureOf } from "../tools/picture";
import { expectUp, useExample } from "./project";

const title =
  "pulumi preview --diff in a terminal: two settings of a cache are updated in place, and an environment with another " +
  "branch is replaced.";

/** What the demo shows of it is checked by the demo itself. */
describeEngine("the example quickstart", () => {
  const example = useExample("quickstart");

  it("sends nothing in its first preview", async () => {
    const { stack, api } = example;
    expectGolden("quickstart/first-preview", await stack.preview());
    expect(api.sent()).to.deep.equal([]);
  });

  it("has the preview of changes that the README shows", async () => {
    const { stack } = example;
    await expectUp(example, ["POST /applications", "POST /applications/app-1/environments", "PATCH /caches/cache-1"]);
    await stack.configure({ ...settings, branch: "main" });
    const preview = await stack.preview("--color", "always");
    expectPicture("docs/quickstart-preview.svg", pictureOf(title, { "pulumi preview --diff": preview }));
  });
});
