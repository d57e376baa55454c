import { type ConfigPath, removeValue, setValue } from "./edit.ts";
import { Draft } from "./edit-draft.ts";
import { lazily } from "./syntax-fixes.ts";
import type { FindingFix } from "./types.ts";

/** What can be done about a problem, in terms of the configuration. */
export interface Fix {
  /** An imperative: "Set max_queue_size to 64". */
  readonly title: string;
  /** One after the other. */
  readonly changes: readonly Change[];
}

/** A new value for the field at a path such as `instance_group[0].count`; without one the field is taken out. */
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

/** As edits of a text. They are worked out when they are asked for: few fixes of those on offer are ever applied. */
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

/** `parameters["x"].string_value` as its parts. */
function configPath(path: string): ConfigPath {
  const parts = path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g);
  return [...parts].map(([, index, key, name]) => {
    if (index !== undefined) return Number(index);
    return key === undefined ? (name ?? "") : (JSON.parse(key) as string);
  });
}

/** The last field in a path. */
function lastField(path: string): string {
  return /([^.[\]]+)(?:\[[^\]]*\])*$/.exec(path)?.[1] ?? path;
}
