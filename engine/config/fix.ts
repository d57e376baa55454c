import { type ConfigPath, removeValue, setValue } from "./edit.ts";
import { Draft } from "./edit-draft.ts";
import { lazily } from "./syntax-fixes.ts";
import type { FindingFix } from "./types.ts";

/** A fix of a problem as changes of the configuration. */
export interface Fix {
  /** An imperative: "Set max_queue_size to 64". */
  readonly title: string;
  /** Applied one after the other. */
  readonly changes: readonly Change[];
}

/** A new value for the field at a path such as `instance_group[0].count`; without a value the field is removed. */
export interface Change {
  readonly path: string;
  readonly value?: unknown;
}

export function setTo(path: string, value: string | number | boolean): Fix {
  return { title: `Set ${lastField(path)} to ${value}`, changes: [{ path, value }] };
}

export function remove(path: string, what = lastField(path)): Fix {
  return { title: `Remove ${what}`, changes: [{ path }] };
}

/** A fix as text edits. They are computed on demand, since few fixes are ever applied. */
export function makeFix(text: string, { title, changes }: Fix): FindingFix {
  return lazily(title, () => editsFor(text, changes));
}

function editsFor(text: string, changes: readonly Change[]): FindingFix["edits"] {
  const draft = new Draft(text);
  for (const { path, value } of changes) {
    const at = configPath(path);
    draft.apply(
      value === undefined ? removeValue(draft.text, at) : setValue(draft.text, at, value),
    );
  }
  return draft.edits();
}

/** Splits a path such as `parameters["x"].string_value`. */
function configPath(path: string): ConfigPath {
  const parts = path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g);
  return [...parts].map(([, index, key, name]) => {
    if (index !== undefined) return Number(index);
    return key === undefined ? (name ?? "") : (JSON.parse(key) as string);
  });
}

/** The name of the last field of a path. */
function lastField(path: string): string {
  return /([^.[\]]+)(?:\[[^\]]*\])*$/.exec(path)?.[1] ?? path;
}
