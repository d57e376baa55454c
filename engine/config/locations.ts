import {
  readKey,
  type Occurrence,
  findPart,
  readElement,
  type Scope,
  single,
} from "./config-path.ts";
import { fieldSpec } from "./fields.ts";
import type { FieldSpec } from "./schema.ts";
import type { DocumentNode, ElementNode, FieldNode } from "./tree.ts";
import { listElements } from "./tree.ts";

/** The place of a value in a text. */
export interface Location {
  readonly field: FieldNode;
  readonly value: ElementNode | undefined;
}

/** Locations by path, such as `input[0].dims[1]` or `parameters["x"].string_value`. */
export type Locations = ReadonlyMap<string, Location>;

export function locationsIn(tree: DocumentNode): Locations {
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
