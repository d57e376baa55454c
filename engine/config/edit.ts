import { StatusError } from "../../base/status-error.ts";
import { applyEdits, Draft } from "./edit-draft.ts";
import { Layout } from "./edit-layout.ts";
import {
  type ConfigPath,
  occurrencesAt,
  findOccurrences,
  type Scope,
  scopeAt,
  single,
  type Step,
  parseSteps,
} from "./config-path.ts";
import { type Operation, Planner } from "./edit-plan.ts";
import type { MessageValue } from "./fields.ts";
import { configFromJson, fieldFromJson } from "./json.ts";
import { readTree } from "./parse.ts";
import type { TextEdit } from "./types.ts";

/**
 * Edits that set the value at a path: a scalar, the name of an enum value, a list, or an object, as in a configuration's
 * JSON. Missing messages on the path are created; of an object or list only the differences are edited. Setting a
 * member of a oneof removes the other. An index may be one past the last element. An empty path is the whole
 * configuration; null removes the value. Throws INVALID_ARGUMENT for a path or value that ModelConfig doesn't have.
 */
export function setValue(text: string, path: ConfigPath, value: unknown): TextEdit[] {
  if (path.length === 0) {
    const config = configFromJson(value) as unknown as MessageValue;
    return inRounds(text, (root, planner) => planner.setMessage(root, config));
  }
  if (value === undefined || value === null) return removeValue(text, path);
  const steps = requireSteps(path);
  const { spec, at } = steps.at(-1) as Step;
  const target = fieldFromJson(value, at === undefined ? spec : single(spec), pathText(path));
  requireIndices(parseRoot(text), steps, path);
  return inRounds(text, (root, planner) => planner.set(root, steps, target));
}

/**
 * Edits that remove a value from the text: a field, an element or a map entry, with the comment lines directly above it
 * and its separator. Messages around it stay, even if they become empty.
 */
export function removeValue(text: string, path: ConfigPath): TextEdit[] {
  const steps = requireSteps(path);
  const { name, spec, at } = steps.pop() as Step;
  const plan = (root: Scope, planner: Planner): Operation[] => {
    const scope = scopeAt(root, steps);
    if (scope === undefined) return [];
    if (at === undefined) return planner.removeField(scope, name);
    return occurrencesAt(scope, name, spec, at).map((each) => planner.remove(scope, each));
  };
  return typeof at === "number" && spec.label === "repeated"
    ? once(text, plan)
    : inRounds(text, plan);
}

/** Edits that insert a value into the repeated field at a path, before the one at `index` or after the last. */
export function insertElement(
  text: string,
  path: ConfigPath,
  index: number,
  value: unknown,
): TextEdit[] {
  const full = [...path, index];
  const steps = requireSteps(full);
  const { name, spec, at } = steps.at(-1) as Step;
  if (at === undefined || spec.label !== "repeated") throw refuse(path, "is not a repeated field");
  const root = parseRoot(text);
  requireIndices(root, steps, full);
  const scope = scopeAt(root, steps.slice(0, -1));
  if (scope === undefined) return setValue(text, full, value);
  const target = fieldFromJson(value, single(spec), pathText(full));
  return once(text, (_, planner) => [planner.insert(scope, { name, spec }, index, [target])]);
}

function requireSteps(path: ConfigPath): Step[] {
  const steps = parseSteps(path);
  if (steps === undefined || steps.length === 0) {
    throw refuse(path, "is not a field of a model configuration");
  }
  return steps;
}

/** Rejects indices beyond the number of elements. */
function requireIndices(root: Scope, steps: readonly Step[], path: ConfigPath): void {
  steps.forEach(({ name, spec, at }, depth) => {
    if (spec.label !== "repeated" || at === undefined) return;
    const scope = scopeAt(root, steps.slice(0, depth));
    const count = scope ? findOccurrences(scope, name, spec).length : 0;
    if (Number(at) < 0 || Number(at) > count) {
      throw refuse(path, `goes to index ${at} of ${name}, which has ${count} elements`);
    }
  });
}

function refuse(path: ConfigPath, reason: string): StatusError {
  const field = pathText(path);
  return new StatusError("INVALID_ARGUMENT", `"${field}" ${reason}.`, { details: { field } });
}

/** A path as findings and messages write it: `input[0].dims[1]`. */
function pathText(path: ConfigPath): string {
  const steps = parseSteps(path);
  if (steps === undefined) return path.join(".");
  return steps
    .map(({ name, at }) => (at === undefined ? name : `${name}[${JSON.stringify(at)}]`))
    .join(".");
}

function parseRoot(text: string): Scope {
  return { type: "ModelConfig", node: readTree(text) };
}

type Plan = (root: Scope, planner: Planner) => Operation[];

function once(text: string, plan: Plan): TextEdit[] {
  const draft = new Draft(text);
  draft.apply(plan(parseRoot(text), new Planner(new Layout(text))).flat());
  return draft.edits();
}

/** Applies operations and plans again until nothing is left; operations that touch are applied in separate rounds. */
function inRounds(text: string, plan: Plan): TextEdit[] {
  const draft = new Draft(text);
  for (;;) {
    const operations = plan(parseRoot(draft.text), new Planner(new Layout(draft.text)));
    const edits = apart(operations);
    if (edits.length === 0) return draft.edits();
    draft.apply(edits);
  }
}

/** The edits of the operations that don't touch an earlier one. */
function apart(operations: readonly Operation[]): TextEdit[] {
  const taken: TextEdit[] = [];
  const touches = ({ from, to }: TextEdit) =>
    taken.some((other) => from <= other.to && other.from <= to);
  for (const operation of operations) {
    if (!operation.some(touches)) taken.push(...operation);
  }
  return taken;
}

export { applyEdits };
export type { ConfigPath };
export { getRange, pathAt } from "./edit-range.ts";
