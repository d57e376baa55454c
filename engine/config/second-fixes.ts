import { type Container, removeEntry } from "./edit-entries.ts";
import { Layout } from "./edit-layout.ts";
import { lazily } from "./syntax-fixes.ts";
import { type FieldNode, type MessageNode, rangeOfNode } from "./tree.ts";
import type { Finding, TextEdit } from "./types.ts";

type Remedy = Pick<Finding, "fix">;

/** Removes a field that isn't allowed where it is; computed on demand. */
export function takeOut(text: string, container: Container, entry: FieldNode): Remedy {
  const title = `Remove ${entry.name.text} here`;
  return { fix: lazily(title, () => removeEntry(new Layout(text), container, entry)) };
}

/** Merges a repeated message into the first one if their fields don't conflict, else removes it. */
export function joinTwo(
  text: string,
  container: Container,
  first: FieldNode,
  second: FieldNode,
): Remedy {
  const [into, from] = [first.value, second.value];
  if (into?.kind !== "message" || from?.kind !== "message") return takeOut(text, container, second);
  if (!from.close || !into.close || from.entries.length === 0 || overlap(into, from))
    return takeOut(text, container, second);
  const end = from.close.from;
  const join = () => {
    const layout = new Layout(text);
    const moved = move(layout, into, text.slice(from.open.to, end));
    return [moved, ...removeEntry(layout, container, second)];
  };
  return { fix: lazily(`Join it with the ${first.name.text} above`, join) };
}

function overlap(one: MessageNode, other: MessageNode): boolean {
  const names = one.entries.map((entry) => (entry.kind === "field" ? entry.name.text : ""));
  return other.entries.some((entry) => entry.kind !== "field" || names.includes(entry.name.text));
}

/** Moves the content of another message behind the last field of this one, with its comments. */
function move(layout: Layout, { open, entries }: MessageNode, content: string): TextEdit {
  const last = entries.at(-1);
  const { from, to } = last ? rangeOfNode(last) : open;
  const at = layout.lineEnd(to);
  if (at === undefined) {
    const end = content.includes("#") ? layout.eol : "";
    return { from: to, to, insert: ` ${content.trim()}${end}` };
  }
  const indent = layout.indentAt(from) + (last ? "" : layout.unit);
  const insert = content.includes("\n")
    ? content.trimEnd()
    : `${layout.eol}${indent}${content.trim()}`;
  return { from: at, to: at, insert };
}
