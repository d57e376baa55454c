// Enforces scripts/deps.ts: parses every source, resolves its imports, and reports those that no
// import rule allows, and files that import each other in a circle, if only for types.
import path from "node:path";
import { parseSync } from "oxc-parser";
import {
  behindDoors,
  type Domain,
  domainParents,
  domains,
  openFolders,
  type Rule,
  rules,
  testExtras,
} from "./deps.ts";
import { ensureProto } from "./generate-proto.ts";
import { importCircles } from "./import-circles.ts";
import { projectFiles, readProjectFile } from "./project-files.ts";

interface Import {
  readonly specifier: string;
  readonly line: number;
}

const sources = () =>
  projectFiles(/\.(ts|tsx|mts|cts)$/).filter((file) =>
    rules.some((rule) => isWithin(file, rule.from)),
  );

export function findImports(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: { specifier: string; at: number }[] = [];
  for (const { moduleRequest, start } of module.staticImports)
    found.push({ specifier: moduleRequest.value, at: start });
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest } of entries)
      if (moduleRequest) found.push({ specifier: moduleRequest.value, at: start });
  }
  for (const entry of module.dynamicImports) {
    const argument = text.slice(entry.moduleRequest.start, entry.moduleRequest.end);
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(argument)?.[1];
    if (literal) found.push({ specifier: literal, at: entry.start });
  }
  return found.map(({ specifier, at }) => ({
    specifier,
    line: text.slice(0, at).split("\n").length,
  }));
}

function isWithin(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

export function ruleFor(file: string, table: readonly Rule[] = rules): Rule | undefined {
  return table
    .filter((rule) => isWithin(file, rule.from))
    .sort((a, b) => b.from.length - a.from.length)[0];
}

function packageName(specifier: string): string {
  if (specifier.startsWith("node:")) return specifier;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function packageAllowed(name: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

function resolveImport(file: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ""));
}

/** Null if the import is allowed, else what is wrong with it. */
export function judge(
  file: string,
  specifier: string,
  table: readonly Rule[] = rules,
): string | null {
  const rule = ruleFor(file, table);
  if (!rule) return null;
  const test = /\.(test|spec)\.tsx?$|\/testing\//.test(file);
  if (!specifier.startsWith(".")) {
    const name = packageName(specifier);
    const allowed = [...rule.packages, ...(test ? testExtras.packages : [])];
    return packageAllowed(name, allowed)
      ? null
      : `${rule.from}/ may not import the package '${name}'`;
  }
  const target = resolveImport(file, specifier);
  const allowed = [rule.from, ...rule.own, ...(test ? testExtras.own : [])];
  if (!allowed.some((folder) => isWithin(target, folder))) {
    return `${rule.from}/ may not import ${target}`;
  }
  return pastDoors(file, target);
}

/** Null unless an import bypasses the doors of a domain. */
export function pastDoors(
  file: string,
  target: string,
  table: readonly Domain[] = domains,
): string | null {
  const domain = table.find(({ folder }) => isWithin(target, folder));
  if (!domain || isWithin(file, domain.folder) || behindDoors.test(file)) return null;
  const index = domain.folder.startsWith("renderer/") ? [] : ["index.ts"];
  const doors = [...index, ...(domain.doors ?? [])].map((door) => `${domain.folder}/${door}`);
  if (doors.some((door) => isWithin(target, door))) return null;
  if (doors.length === 0) return `may not import ${target}: no part of ${domain.folder}/ is shared`;
  return `may import ${domain.folder}/ only through ${doors.join(" or ")}, not ${target}`;
}

/** Folders without their required row in the table of domains. */
export function withoutRow(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    const parent = domainParents.find((each) => isWithin(file, each));
    const rest = parent === undefined ? [] : file.slice(parent.length + 1).split("/");
    return rest.length < 2 ? [] : [`${parent}/${rest[0]}`];
  });
  const known = [...domains.map(({ folder }) => folder), ...openFolders];
  return [...new Set(folders)].filter((folder) => !known.includes(folder));
}

function main(): number {
  // Generated imports must exist, also for the type checks that follow.
  ensureProto();
  const files = sources();
  if (files.length === 0) {
    process.stderr.write("check-deps saw no file: the list of sources is broken.\n");
    return 1;
  }
  const faults = withoutRow(files).map((folder) => `${folder}/ has no row in scripts/deps.ts`);
  const imports = new Map<string, string[]>();
  for (const file of files) {
    const targets: string[] = [];
    for (const { specifier, line } of findImports(file, readProjectFile(file))) {
      const fault = judge(file, specifier);
      if (fault) faults.push(`${file}:${line}  ${fault}`);
      if (specifier.startsWith(".")) targets.push(resolveImport(file, specifier));
    }
    imports.set(file, targets);
  }
  for (const circle of importCircles(imports))
    faults.push(`${circle.join(", ")} import each other in a circle`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(
    `${files.length} files, ${faults.length} imports against the rules of scripts/deps.ts\n`,
  );
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
