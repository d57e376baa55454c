import {
  findPart,
  type Occurrence,
  readElement,
  readKey,
  type Scope,
  single,
} from "./config-path.ts";
import { fieldSpec } from "./fields.ts";
import { Findings, type Range } from "./findings.ts";
import { Reader } from "./reader.ts";
import type { FieldSpec } from "./schema.ts";
import { tokenize } from "./tokens.ts";
import {
  type DocumentNode,
  type ElementNode,
  type FieldNode,
  listElements,
  rangeOfNode,
} from "./tree.ts";
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

/** The place of a value in a text. */
interface Location {
  readonly field: FieldNode;
  readonly value: ElementNode | undefined;
}

/** Locations by path, such as `input[0].dims[1]` or `parameters["x"].string_value`. */
type Locations = ReadonlyMap<string, Location>;

function locationsIn(tree: DocumentNode): Locations {
  const locations = new Map<string, Location>();
  gather({ type: "ModelConfig", node: tree }, "", locations);
  return locations;
}

function gather(scope: Scope, prefix: string, locations: Map<string, Location>): void {
  const counts = new Map<string, number>();
  for (const field of scope.node.entries) {
    if (field.kind !== "field") continue;
    const name = field.name.text;
    const spec = fieldSpec(scope.type, name);
    if (spec === undefined) continue;
    const path = prefix + name;
    const elements = listElements(field.value);
    const isFirst = !locations.has(path);
    if (isFirst) locations.set(path, { field, value: elements[0] });
    if (spec.label === "single") {
      if (isFirst) inElement(elements[0], spec, path, locations);
      continue;
    }
    for (const element of elements) {
      if (spec.label === "map") inEntry({ field, element }, spec, path, locations);
      else {
        const index = counts.get(name) ?? 0;
        const itemPath = `${path}[${index}]`;
        locations.set(itemPath, { field, value: element });
        inElement(element, spec, itemPath, locations);
        if (isRead(element, spec)) counts.set(name, index + 1);
      }
    }
  }
}

/** Values of the wrong type are skipped. */
function isRead(element: ElementNode, spec: FieldSpec): boolean {
  if (spec.kind === "message") return element.kind === "message";
  return readElement(element, spec) !== undefined;
}

function inElement(
  element: ElementNode | undefined,
  spec: FieldSpec,
  path: string,
  locations: Map<string, Location>,
): void {
  if (spec.kind !== "message" || element?.kind !== "message") return;
  gather({ type: spec.type, node: element }, `${path}.`, locations);
}

function inEntry(
  { field, element }: Occurrence,
  spec: FieldSpec,
  owner: string,
  locations: Map<string, Location>,
): void {
  if (element.kind !== "message") return;
  const path = `${owner}[${JSON.stringify(readKey(element, spec))}]`;
  const value = listElements(findPart(element, "value")?.value)[0];
  locations.set(path, { field, value: value ?? element });
  inElement(value, single(spec), path, locations);
}
