import type { ConfigPath, Scope } from "./config-path.ts";
import {
  fieldsNamed,
  readKey,
  occurrencesAt,
  findOccurrences,
  findPart,
  scopeAt,
  type Step,
  parseSteps,
} from "./config-path.ts";
import { fieldSpec } from "./fields.ts";
import type { Range } from "./findings.ts";
import { readTree } from "./parse.ts";
import { listElements, type FieldNode, rangeOfNode } from "./tree.ts";

/**
 * The range of a path in a text: a field from its name to the end of its value, a repeated one from its first to its
 * last occurrence, an element of a list as it is written. Undefined if the text doesn't contain the path.
 */
export function getRange(text: string, path: ConfigPath): Range | undefined {
  const steps = parseSteps(path) ?? [];
  const last: Step | undefined = steps.pop();
  if (last === undefined) return undefined;
  const scope = scopeAt({ type: "ModelConfig", node: readTree(text) }, steps);
  if (scope === undefined) return undefined;
  const { name, spec, at } = last;
  if (at === undefined) {
    const fields = fieldsNamed(scope.node, name);
    const [first] = fields;
    const final = spec.label === "single" ? first : fields.at(-1);
    return first && final && { from: first.name.from, to: fieldRange(final).to };
  }
  const found = occurrencesAt(scope, name, spec, at).at(-1);
  if (found === undefined) return undefined;
  return found.field.value === found.element ? fieldRange(found.field) : rangeOfNode(found.element);
}

/** Excludes the separator. */
function fieldRange({ name, colon, value }: FieldNode): Range {
  return { from: name.from, to: value ? rangeOfNode(value).to : (colon ?? name).to };
}

/** The path of the innermost value at an offset, edges included; empty outside of all values. */
export function pathAt(text: string, offset: number): ConfigPath {
  return pathIn({ type: "ModelConfig", node: readTree(text) }, offset);
}

function pathIn(scope: Scope, offset: number): ConfigPath {
  const field = scope.node.entries.find((entry) => holds(rangeOfNode(entry), offset));
  if (field?.kind !== "field") return [];
  const name = field.name.text;
  const spec = fieldSpec(scope.type, name);
  if (spec === undefined) return [];
  const within = (value: FieldNode["value"]): ConfigPath =>
    value?.kind === "message" && holds(rangeOfNode(value), offset)
      ? pathIn({ type: spec.type, node: value }, offset)
      : [];
  if (spec.label === "single") return [name, ...within(field.value)];
  const inField = listElements(field.value);
  const element =
    field.value?.kind === "list"
      ? inField.find((each) => holds(rangeOfNode(each), offset))
      : inField[0];
  const index = findOccurrences(scope, name, spec).findIndex((each) => each.element === element);
  if (element === undefined || index < 0) return [name];
  if (spec.label === "repeated") return [name, index, ...within(element)];
  return [name, readKey(element, spec), ...within(findPart(element, "value")?.value)];
}

function holds({ from, to }: Range, offset: number): boolean {
  return from <= offset && offset <= to;
}
