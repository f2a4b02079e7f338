/** The documents of the repository, as text; and how programs in them are compiled. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";

export const root = join(__dirname, "../../..");

const generated = ["node_modules", "dist", "api-docs", "coverage", ".git"];

export const documents: readonly string[] = listMarkdown("");

function listMarkdown(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return generated.includes(entry.name) ? [] : listMarkdown(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

export function readText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

export function listFiles(folder: string): string[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return paths.map((path) => path.replaceAll("\\", "/"));
}

export function findNames(words: string, pattern: RegExp): string[] {
  return [...words.matchAll(pattern)].map(([, name = ""]) => name);
}

/** Without blocks and spans of code, in which nothing is a link or a heading. */
export function readProse(markdown: string): string {
  return markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
}

export const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ["node"],
};

/** The program of docs/existing-resources.md that adopts an application's default environment, with its imports. */
export function readDefaultEnvironment(): string {
  const [, section = ""] = readText("docs/existing-resources.md").split("## The default environment\n");
  const [program = ""] = findNames(section, /^ *```ts\n([\s\S]*?)^ *```$/gm);
  return `import { Application, Environment, Region, SourceControlProvider } from "pulumi-apphosting";\n${program}`;
}

/** A TypeScript program as CommonJS, for what runs without a compiler. */
export function toCommonJs(program: string): string {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(program, { compilerOptions }).outputText;
}
