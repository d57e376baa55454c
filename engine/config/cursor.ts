import { fieldSpec } from "./fields.ts";
import type { ParsedConfig } from "./parse.ts";
import { type FieldSpec, scalar } from "./schema.ts";
import {
  type EntryNode,
  elementsOf,
  type FieldNode,
  type MessageNode,
  rangeOfNode,
} from "./tree.ts";

/** What a place in a text is about: what may be completed there, or explained. */
export interface Cursor {
  /** The message whose fields may stand here; undefined where the table has none. */
  readonly message: string | undefined;
  /** The field whose name or value stands here. */
  readonly field:
    | { readonly name: string; readonly spec: FieldSpec; readonly part: "name" | "value" }
    | undefined;
}

/** Fields by name, of the message or map entry that encloses a place. */
type Lookup = (name: string) => FieldSpec | undefined;

/** What stands at an offset of the text, for completion and hover. */
export function cursorAt(parsed: ParsedConfig, offset: number): Cursor {
  return within(parsed.text, parsed.tree.entries, offset, "ModelConfig", (name) =>
    fieldSpec("ModelConfig", name),
  );
}

function within(
  text: string,
  entries: readonly EntryNode[],
  offset: number,
  message: string | undefined,
  lookup: Lookup,
): Cursor {
  for (const entry of entries) {
    if (entry.kind !== "field") continue;
    const spec = lookup(entry.name.text);
    const enclosing = elementsOf(entry.value).find(
      (node): node is MessageNode => node.kind === "message" && encloses(node, offset),
    );
    if (enclosing !== undefined) return insideMessage(text, enclosing, offset, spec);
    const part = partAt(text, entry, offset);
    if (part !== undefined) {
      return { message, field: spec && { name: entry.name.text, spec, part } };
    }
  }
  return { message, field: undefined };
}

function insideMessage(
  text: string,
  node: MessageNode,
  offset: number,
  spec: FieldSpec | undefined,
): Cursor {
  if (spec?.label === "map") {
    const parts: Lookup = (name) => {
      if (name === "key") return scalar(spec.key ?? "string", "Key of the entry.");
      return name === "value" ? { ...spec, label: "single" } : undefined;
    };
    return within(text, node.entries, offset, undefined, parts);
  }
  if (spec?.kind !== "message") return { message: undefined, field: undefined };
  return within(text, node.entries, offset, spec.type, (name) => fieldSpec(spec.type, name));
}

function encloses(node: MessageNode, offset: number): boolean {
  if (offset < node.open.to) return false;
  return node.close === undefined || offset <= node.close.from;
}

function partAt(text: string, entry: FieldNode, offset: number): "name" | "value" | undefined {
  const { name, colon, value } = entry;
  if (offset >= name.from && offset <= name.to) return "name";
  const start = colon?.to ?? (value && rangeOfNode(value).from);
  if (start === undefined || offset < start) return undefined;
  if (value !== undefined) return offset <= rangeOfNode(value).to ? "value" : undefined;
  return text.slice(start, offset).includes("\n") ? undefined : "value";
}
