import type { Container } from "./edit-entries.ts";
import {
  emptyMessage,
  enumValues,
  fieldSpec,
  type MessageValue,
  messageSpec,
  setEntry,
} from "./fields.ts";
import type { Findings, Range } from "./findings.ts";
import { suggest } from "./near.ts";
import { readScalar } from "./scalars.ts";
import { type FieldSpec, scalar } from "./schema.ts";
import { joinTwo, takeOut } from "./second-fixes.ts";
import { insertAt, renameTo, respell, unwrap } from "./syntax-fixes.ts";
import { shorten } from "./tokens.ts";
import { listElements, rangeOfNode } from "./tree.ts";
import type { ElementNode, FieldNode, ListNode, ScalarNode } from "./tree.ts";
import type { Finding } from "./types.ts";

/** A message being read, with its fields so far. */
interface MessageFields {
  readonly container: Container;
  readonly type: string;
  readonly given: Map<string, FieldNode>;
}

/** Interprets tree nodes by the table of fields and reports findings for what doesn't match. */
export class Reader {
  readonly #findings: Findings;
  readonly #text: string;

  constructor(findings: Findings, text: string) {
    this.#findings = findings;
    this.#text = text;
  }

  /** A message with defaults for fields that the text doesn't set. */
  message(container: Container, type: string): MessageValue {
    const message = emptyMessage(type);
    const fields: MessageFields = { container, type, given: new Map() };
    for (const entry of container.entries) {
      if (entry.kind !== "field") continue;
      const spec = fieldSpec(type, entry.name.text);
      if (spec === undefined) this.#unknownField(entry, type);
      else if (spec.label !== "single") this.#several(message, entry, spec);
      else if (!this.#refusesSecond(fields, entry, spec)) {
        fields.given.set(entry.name.text, entry);
        this.#single(message, entry, spec);
      }
    }
    return message;
  }

  #add(id: string, message: string, range: Range, remedy?: Pick<Finding, "fix">): void {
    this.#findings.add(id, message, range, remedy);
  }

  #unknownField(entry: FieldNode, type: string): void {
    if (this.#findings.full) return;
    const name = entry.name.text;
    const names = Object.keys(messageSpec(type));
    const message = `${type} has no field "${shorten(name)}"${suggest(name, names) || "."}`;
    this.#add("unknown-field", message, entry.name, renameTo(entry.name, names));
  }

  #single(message: MessageValue, entry: FieldNode, spec: FieldSpec): void {
    const name = entry.name.text;
    if (entry.value?.kind === "list") {
      this.#refuseList(name, entry.value);
      return;
    }
    const value = entry.value && this.#value(entry.value, name, spec);
    if (value !== undefined) message[name] = value;
  }

  #refuseList(name: string, list: ListNode): void {
    const remedy = unwrap(list.open, listElements(list).length, list.close);
    this.#add("wrong-type", `${name} takes one value, not a list.`, list.open, remedy);
  }

  #several(message: MessageValue, entry: FieldNode, spec: FieldSpec): void {
    const name = entry.name.text;
    const isMessage = spec.kind === "message" || spec.label === "map";
    if (entry.value?.kind === "list" && !entry.colon && !isMessage) {
      const remedy = insertAt("Insert a colon", entry.name.to, ":");
      this.#add("syntax", `Expected ":" after "${name}".`, entry.name, remedy);
    }
    for (const node of listElements(entry.value)) {
      if (spec.label === "map") this.#mapEntry(message[name] as MessageValue, node, name, spec);
      else {
        const value = this.#value(node, name, spec);
        if (value !== undefined) (message[name] as unknown[]).push(value);
      }
    }
  }

  /** protoc rejects a repeated singular field and two members of a oneof. */
  #refusesSecond(
    { container, type, given }: MessageFields,
    entry: FieldNode,
    spec: FieldSpec,
  ): boolean {
    const name = entry.name.text;
    const first = given.get(name);
    if (first !== undefined) {
      const remedy = joinTwo(this.#text, container, first, entry);
      this.#add("given-twice", `${name} is given more than once.`, entry.name, remedy);
      return true;
    }
    if (spec.oneof === undefined) return false;
    const other = [...given.keys()].find(
      (earlier) => fieldSpec(type, earlier)?.oneof === spec.oneof,
    );
    if (other === undefined) return false;
    const message = `${name} can't be combined with ${other}: give only one of them.`;
    this.#add("given-twice", message, entry.name, takeOut(this.#text, container, entry));
    return true;
  }

  #value(node: ElementNode, name: string, spec: FieldSpec): unknown {
    if (spec.kind === "message") {
      if (node.kind === "message") return this.message(node, spec.type);
      const message = `${name} expects { } with the fields of ${spec.type}, found a single value.`;
      this.#add("wrong-type", message, rangeOfNode(node));
      return undefined;
    }
    if (node.kind === "message") {
      this.#add(
        "wrong-type",
        `${name} expects one value (${spec.type}), found a message.`,
        node.open,
      );
      return undefined;
    }
    return this.#scalar(node, name, spec);
  }

  #scalar(node: ScalarNode, name: string, spec: FieldSpec): unknown {
    // A minus sign alone is already reported.
    if (node.tokens.length === 1 && node.tokens[0]?.text === "-") return undefined;
    try {
      return readScalar(node, spec);
    } catch (error) {
      if (this.#findings.full) return undefined;
      const id = error instanceof RangeError ? "out-of-range" : "wrong-type";
      const reason = (error as Error).message;
      const end = reason.endsWith("?") ? "" : ".";
      const names = spec.kind === "enum" ? enumValues(spec.type).map((value) => value.name) : [];
      const remedy = respell(node, name, spec, names);
      this.#add(id, `${name} ${reason}${end}`, rangeOfNode(node), remedy);
      return undefined;
    }
  }

  /** Reads one `{ key: … value: … }`; a repeated key replaces the earlier value. */
  #mapEntry(entries: MessageValue, node: ElementNode, name: string, spec: FieldSpec): void {
    if (node.kind !== "message") {
      const message = `${name} expects entries like { key: … value: … }.`;
      this.#add("wrong-type", message, rangeOfNode(node));
      return;
    }
    const parts = this.#mapParts(node, name);
    const key = this.#mapKey(parts.get("key"), spec.key ?? "string");
    const valueNode = listElements(parts.get("value")?.value)[0];
    const value = valueNode && this.#value(valueNode, "value", spec);
    setEntry(entries, key, value ?? (spec.kind === "message" ? emptyMessage(spec.type) : ""));
  }

  /** A missing key is the zero value of its type. */
  #mapKey(part: FieldNode | undefined, type: "string" | "uint64"): string {
    const node = listElements(part?.value)[0];
    const key = node && this.#value(node, "key", scalar(type, ""));
    if (typeof key === "string" || typeof key === "number") return String(key);
    return type === "string" ? "" : "0";
  }

  #mapParts(container: Container, mapName: string): Map<string, FieldNode> {
    const parts = new Map<string, FieldNode>();
    for (const part of container.entries) {
      if (part.kind !== "field") continue;
      const name = part.name.text;
      if (name !== "key" && name !== "value") {
        const message = `An entry of ${mapName} has no field "${shorten(name)}"; it has key and value.`;
        this.#add("unknown-field", message, part.name, renameTo(part.name, ["key", "value"]));
      } else if (parts.has(name)) {
        const remedy = takeOut(this.#text, container, part);
        this.#add("given-twice", `${name} is given more than once.`, part.name, remedy);
      } else if (part.value?.kind === "list") {
        this.#refuseList(name, part.value);
      } else {
        parts.set(name, part);
      }
    }
    return parts;
  }
}
