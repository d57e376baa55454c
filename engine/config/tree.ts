import type { Range } from "./findings.ts";
import type { Token } from "./tokens.ts";

/**
 * The concrete syntax tree of a text: every token is in exactly one node, in order, so that
 * {@link printTree} returns the text as it was, comments and spacing included.
 */
export interface DocumentNode {
  readonly kind: "document";
  readonly entries: readonly EntryNode[];
  /** The token after the last entry: it carries the space and comments at the end of the text. */
  readonly end: Token;
}

export type EntryNode = FieldNode | SkippedNode;

/** `name: value` with an optional separator after it. */
export interface FieldNode {
  readonly kind: "field";
  readonly name: Token;
  readonly colon: Token | undefined;
  /** Undefined if the text has none. */
  readonly value: ValueNode | undefined;
  /** `,` or `;` */
  readonly separator: Token | undefined;
}

/** Tokens that are invalid where they are; a finding reports them. */
export interface SkippedNode {
  readonly kind: "skipped";
  readonly tokens: readonly Token[];
}

export type ElementNode = ScalarNode | MessageNode;
export type ValueNode = ElementNode | ListNode;

/** A name, a number with an optional minus sign before it, or adjacent strings. */
export interface ScalarNode {
  readonly kind: "scalar";
  readonly tokens: readonly Token[];
}

export interface MessageNode {
  readonly kind: "message";
  readonly open: Token;
  readonly entries: readonly EntryNode[];
  readonly close: Token | undefined;
}

export interface ListNode {
  readonly kind: "list";
  readonly open: Token;
  /** Values, the commas between them, and skipped tokens. */
  readonly items: readonly (ElementNode | CommaNode | SkippedNode)[];
  readonly close: Token | undefined;
}

interface CommaNode {
  readonly kind: "comma";
  readonly token: Token;
}

type Node = DocumentNode | EntryNode | ValueNode | CommaNode;

/** The tokens of a node in text order. */
export function collectTokens(node: Node): Token[] {
  const tokens: Token[] = [];
  gather(node, tokens);
  return tokens;
}

function gather(node: Node, tokens: Token[]): void {
  const add = (token: Token | undefined): void => {
    if (token !== undefined) tokens.push(token);
  };
  switch (node.kind) {
    case "document":
      for (const entry of node.entries) gather(entry, tokens);
      add(node.end);
      break;
    case "field":
      add(node.name);
      add(node.colon);
      if (node.value !== undefined) gather(node.value, tokens);
      add(node.separator);
      break;
    case "skipped":
    case "scalar":
      for (const token of node.tokens) add(token);
      break;
    case "message":
    case "list":
      add(node.open);
      for (const inner of node.kind === "list" ? node.items : node.entries) gather(inner, tokens);
      add(node.close);
      break;
    case "comma":
      add(node.token);
  }
}

/** The text a tree was read from. */
export function printTree(tree: DocumentNode): string {
  return collectTokens(tree)
    .map((token) => token.leading + token.text)
    .join("");
}

/** The range of a node, without the space and comments before it. */
export function rangeOfNode(node: EntryNode | ValueNode): Range {
  return { from: startOf(node), to: endOf(node) };
}

function startOf(node: EntryNode | ValueNode): number {
  if (node.kind === "field") return node.name.from;
  if (node.kind === "message" || node.kind === "list") return node.open.from;
  return node.tokens[0]?.from ?? 0;
}

function endOf(node: EntryNode | ValueNode | CommaNode): number {
  switch (node.kind) {
    case "field":
      return node.separator?.to ?? (node.value ? endOf(node.value) : (node.colon ?? node.name).to);
    case "message":
      return node.close?.to ?? endOfLast(node.entries, node.open);
    case "list":
      return node.close?.to ?? endOfLast(node.items, node.open);
    case "comma":
      return node.token.to;
    case "skipped":
    case "scalar":
      return node.tokens.at(-1)?.to ?? 0;
  }
}

function endOfLast(nodes: readonly (EntryNode | ValueNode | CommaNode)[], open: Token): number {
  const last = nodes.at(-1);
  return last ? endOf(last) : open.to;
}

/** The values of a field: the elements of its list, or its single value. */
export function listElements(value: ValueNode | undefined): ElementNode[] {
  if (value === undefined) return [];
  if (value.kind !== "list") return [value];
  return value.items.filter((item) => item.kind === "scalar" || item.kind === "message");
}
