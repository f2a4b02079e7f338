/** Two kinds of values, and two kinds of definitions: the wrong one does not compile. */

import { join } from "node:path";
import { expect } from "chai";
import * as ts from "typescript";
import { options, root } from "../../docs/files.js";

const file = join(root, "provider/wrong.ts");
const prelude = `
import { environment } from "./definitions/environment.js";
import { withOperations } from "./definitions/definition.js";
import { planChanges } from "./host/state/plan.js";
import { selectInputs } from "./host/state/inputs.js";
import { decodeState, encodeState, takeStateProperties } from "./host/state/resource-state.js";
import { deleteResource } from "./host/requests/deletes.js";
import type { InputSubject, StateSubject } from "./host/session/subject.js";
const definition = withOperations(environment, {});
const inputs = selectInputs(environment, {});
const properties = takeStateProperties({});
const state = decodeState(environment, properties);
declare const inputSubject: InputSubject;
declare const stateSubject: StateSubject;
`;

/** What the compiler says of a line. */
function compile(line: string): string {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => path === file || fileExists.call(host, path);
  host.readFile = (path) => (path === file ? `${prelude}${line}` : readFile.call(host, path));
  const program = ts.createProgram([file], { ...options, noUnusedLocals: false }, host);
  const found = program.getSemanticDiagnostics(program.getSourceFile(file));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")).join("\n");
}

for (const [line, says] of [
  ["planChanges(definition, 'id-1', inputs, state);", ""],
  ["encodeState(environment, state); decodeState(environment, encodeState(environment, state));", ""],
  [
    "planChanges(definition, 'id-1', properties, state);",
    "'StateProperties' is not assignable to parameter of type 'Inputs'",
  ],
  ["decodeState(environment, inputs);", "'Inputs' is not assignable to parameter of type 'StateProperties'"],
  ["planChanges(environment, 'id-1', inputs, state);", "is not assignable to parameter of type 'Definition"],
  ["deleteResource(stateSubject);", ""],
  ["deleteResource(inputSubject);", "'InputSubject' is not assignable to parameter of type 'StateSubject'"],
] as const) {
  it(`Types of the host: ${line} ${says === "" ? "compiles" : "does not compile"}`, () => {
    expect(compile(line)).to.include(says);
    if (says === "") expect(compile(line)).to.equal("");
  }).timeout(60_000);
}
