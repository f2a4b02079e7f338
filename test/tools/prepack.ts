/**
 * Builds what `npm pack` packs. A test run in the same checkout may be using dist/, so only files that differ are
 * replaced, each at once, and only files that aren't built are removed.
 */

import { execSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as ts from "typescript";

const root = resolve(__dirname, "../..");
const built = new Set<string>();

function replaceFile(path: string, text: string): void {
  const file = resolve(path);
  built.add(file);
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === text) return;
  fs.mkdirSync(dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}

const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
const config = ts.getParsedCommandLineOfConfigFile(join(root, "provider/tsconfig.json"), {}, host);
const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {});
const { diagnostics } = program.emit(undefined, replaceFile);
for (const diagnostic of [...ts.getPreEmitDiagnostics(program), ...diagnostics]) fail(diagnostic);

function fail({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const dist = join(root, "dist");
for (const entry of fs.readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && !built.has(file)) fs.rmSync(file);
}

// Otherwise, the tarball's integrity depends on the umask.
const [packed] = JSON.parse(execSync("npm pack --dry-run --json --ignore-scripts", { cwd: root, encoding: "utf8" }));
for (const { path } of packed.files) fs.chmodSync(join(root, path), 0o644);
