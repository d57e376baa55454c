import { suggestedName } from "./near.ts";
import type { FieldSpec } from "./schema.ts";
import { quoteString } from "./strings.ts";
import type { Token } from "./tokens.ts";
import { rangeOfNode, type ScalarNode } from "./tree.ts";
import type { FindingFix, TextEdit } from "./types.ts";

interface Remedy {
  readonly fix?: FindingFix;
}

export function replace(
  title: string,
  { from, to }: Pick<TextEdit, "from" | "to">,
  insert: string,
) {
  return { fix: { title, edits: [{ from, to, insert }] } } satisfies Remedy;
}

export function insertAt(title: string, at: number, insert: string): Remedy {
  return replace(title, { from: at, to: at }, insert);
}

/** A fix whose edits are computed on demand. */
export function lazily(title: string, make: () => readonly TextEdit[]): FindingFix {
  let edits: readonly TextEdit[] | undefined;
  return {
    title,
    get edits() {
      edits ??= make();
      return edits;
    },
  };
}

/** Renames an unknown field to a similar known one. */
export function renameTo(name: Token, names: readonly string[]): Remedy {
  const near = suggestedName(name.text, names);
  return near === undefined ? {} : replace(`Write ${near}`, name, near);
}

/** Replaces a list by its value where a single value belongs. */
export function unwrap(open: Token, count: number, close: Token | undefined): Remedy {
  if (count !== 1 || close === undefined) return {};
  const edits = [open, close].map(({ from, to }) => ({ from, to, insert: "" }));
  return { fix: { title: "Write the value without brackets", edits } };
}

/** Respells a value of the wrong type as a similar one of the field's type. */
export function respell(
  node: ScalarNode,
  name: string,
  spec: FieldSpec,
  names: readonly string[],
): Remedy {
  const [token, more] = node.tokens;
  if (token === undefined || more !== undefined) return {};
  const value = respelled(token, spec, names);
  if (value === undefined) return {};
  return replace(`Set ${name} to ${value}`, rangeOfNode(node), value);
}

function respelled(token: Token, spec: FieldSpec, names: readonly string[]): string | undefined {
  const { kind, text } = token;
  const bare = kind === "string" ? text.slice(1, -1) : text;
  if (spec.kind === "enum") return names.includes(bare) ? bare : suggestedName(bare, names);
  if (spec.type === "string") return kind === "string" ? undefined : quoteString(text);
  if (spec.type === "bool") {
    if (/^(?:true|yes|on)$/i.test(bare)) return "true";
    return /^(?:false|no|off)$/i.test(bare) ? "false" : undefined;
  }
  return kind === "string" && /^(?:0|-?[1-9][0-9]{0,14})$/.test(bare) ? bare : undefined;
}
