import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect } from "chai";
import { documents, prose, root, text } from "./files";

/** As GitHub makes them of headings; a repeated heading gets a number. */
function anchors(path: string): string[] {
  const seen = new Map<string, number>();
  return [...prose(text(path)).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = ""]) => {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

function links(path: string): string[] {
  const words = prose(text(path)).replaceAll(/`[^`\n]*`/g, "");
  return [...words.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

describe("The links of", () => {
  for (const path of documents) {
    it(`${path} lead to files and headings that exist`, () => {
      const relative = links(path).filter((target) => !/^https?:/.test(target));
      const broken = relative.filter((target) => {
        const [file = "", anchor] = target.split("#");
        const found = file === "" ? path : normalize(join(dirname(path), file));
        if (!existsSync(join(root, found))) return true;
        return anchor !== undefined && !anchors(found).includes(anchor);
      });
      expect(broken).to.deep.equal([]);
    });
  }

  it("the index name every page of docs/", () => {
    const pages = documents.filter((path) => /^docs[\\/](?!README)/.test(path)).map((path) => path.slice(5));
    expect(links("docs/README.md")).to.include.members(pages);
  });
});
