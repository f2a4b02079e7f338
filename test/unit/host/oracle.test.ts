import fc from "fast-check";
import { runAll } from "./oracle-exhaustive.js";
import { excuses } from "./oracle-rules.js";
import { arbitraryStory, isThorough, options, runStory, subjects } from "./oracle-stories.js";

for (const [title, subject] of Object.entries(subjects)) {
  it(`${title}: random stories keep what a preview promises`, async () => {
    const property = fc.asyncProperty(arbitraryStory(subject), (story) => runStory(subject, story));
    await fc.assert(property, options);
  }).timeout(0);
}

it("Every story of one argument with two values keeps what a preview promises", async () => {
  await runAll(isThorough ? 6 : 3);
}).timeout(0);

/** A title, a class, and steps, in columns. */
const stories = `
sends what was left out after a lost update | Environment | enable read,update; set buildCommand "make"; up; set \
  buildCommand "test"; up lost; unset buildCommand; up; set buildCommand "test"
sends a null after an adoption that read nothing | Environment | enable update; adopt thing-a; up; set buildCommand null
sends a branch that an adoption could not show | Environment | enable read,update; adopt thing-b; up; up
sends what an adoption read, once update is enabled | Application | enable read; set rootDirectory "/web"; adopt \
  thing-b; up; enable read,update
sends a branch after replaceOnChanges | Environment | enable read,update; adopt thing-a; up; up; replaceOnChanges \
  branch; set branch "next"; up
sends a branch after taint | Environment | enable read,update; adopt thing-a; up; up; set branch "next"; up refused; \
  taint; up
sends what is set again after drift | Cache | set hibernationTimeout 30; up; unset hibernationTimeout; up; drift \
  hibernationTimeout 55; set hibernationTimeout 30
isn't replaced for drift once update isn't enabled | Environment | enable read,update; up; drift name "next"; refresh; \
  up refused; enable read; up; enable read,update
sends what takes back a late change | Cache | enable read; set size "250mb"; up; set size "1gb"; up late; refresh; set \
  size "250mb"`;

for (const line of stories.trim().replaceAll(/ +/g, " ").split("\n")) {
  const [title = "", name = "", steps = ""] = line.split(" | ");
  const subject = Object.entries(subjects).find(([one]) => one === name)?.[1];
  it(`${name} ${title}`, () => runStory(subject ?? subjects.Cache, steps.split("; ")));
}

after(() => {
  if (isThorough) console.log(excuses);
});
