import { Findings, type Range } from "./findings.ts";
import { type Locations, locationsIn } from "./locations.ts";
import { Reader } from "./reader.ts";
import { tokenize } from "./tokens.ts";
import { type DocumentNode, rangeOfNode } from "./tree.ts";
import { parseTree } from "./tree-parser.ts";
import type { Finding, ModelConfig } from "./types.ts";

export interface ParsedConfig {
  readonly text: string;
  /** What could be read; complete only if `findings` is empty. */
  readonly config: ModelConfig;
  readonly findings: Finding[];
  readonly tree: DocumentNode;
  /** Computed on first access. */
  readonly locations: Locations;
}

/**
 * Parses config.pbtxt: a ModelConfig in protobuf text format, as protoc accepts it. Never throws; errors become findings
 * of stage "syntax", and parsing continues after them.
 */
export function parseConfig(text: string): ParsedConfig {
  const findings = new Findings(text);
  const tree = parseTree(tokenize(text, findings), findings);
  const config = new Reader(findings, text).message(tree, "ModelConfig");
  let locations: Locations | undefined;
  return {
    text,
    config: config as unknown as ModelConfig,
    findings: findings.sorted(),
    tree,
    get locations() {
      locations ??= locationsIn(tree);
      return locations;
    },
  };
}

/** Parses the syntax tree only; never throws. */
export function readTree(text: string): DocumentNode {
  const findings = new Findings("");
  return parseTree(tokenize(text, findings), findings);
}

/**
 * The place of a path such as `instance_group[0].count` in the text: the value of a scalar, the name of a message, the
 * bracket of one in a list. A path that isn't in the text has the place of its closest ancestor.
 */
export function locatePath(locations: Locations, path: string): Range {
  for (let at = path; at !== ""; at = parentPath(at)) {
    const location = locations.get(at);
    if (location === undefined) continue;
    const { field, value } = location;
    if (value?.kind === "scalar") return rangeOfNode(value);
    const isInList = value !== undefined && field.value?.kind === "list" && at.endsWith("]");
    return isInList ? value.open : field.name;
  }
  return { from: 0, to: 0 };
}

/** `a.b[0]` for `a.b[0].c`, `a.b` for `a.b[0]`, "" for `a`. */
function parentPath(path: string): string {
  const last = /(?:\.[^.[\]]*|\[(?:\d+|"(?:[^"\\]|\\.)*")\])$/.exec(path);
  return last === null ? "" : path.slice(0, last.index);
}
