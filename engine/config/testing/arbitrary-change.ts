import fc from "fast-check";
import type { ConfigPath } from "../edit.ts";
import { emptyMessage, type MessageValue, messageSpec, setEntry } from "../fields.ts";
import type { FieldSpec } from "../schema.ts";
import { arbitraryField } from "./arbitrary-config.ts";
import { arbitraryText } from "./arbitrary-text.ts";

/** A configuration with its text, a path in it, and a value for it. */
export interface Change {
  readonly text: string;
  readonly config: MessageValue;
  readonly path: ConfigPath;
  readonly value: unknown;
  /** Spec of the value; that of one element if the path ends in one. */
  readonly spec: FieldSpec;
}

/** Paths that exist in the configuration, or that setting the value creates. */
export function arbitraryChange(): fc.Arbitrary<Change> {
  return fc.tuple(arbitraryText(), fc.gen()).map(([{ config, text }, gen]) => {
    const message = config as unknown as MessageValue;
    return { text, config: message, ...chooseTarget(message, "ModelConfig", gen) };
  });
}

function chooseTarget(
  message: MessageValue,
  type: string,
  gen: fc.GeneratorValue,
): Pick<Change, "path" | "value" | "spec"> {
  const fields = messageSpec(type);
  const given = Object.keys(fields).filter((name) => !isEmpty(message[name]));
  const names = given.length > 0 && gen(fc.boolean) ? given : Object.keys(fields);
  const name = gen(fc.constantFrom<string[]>, ...names);
  const field = fields[name] as FieldSpec;
  if (field.label !== "single" && gen(fc.boolean)) {
    return { path: [name], spec: field, value: gen(arbitraryField, field) };
  }
  const spec: FieldSpec = { ...field, label: "single" };
  const [held, at] = chooseElement(message[name], field, gen);
  const path = at === undefined ? [name] : [name, at];
  const hasFields = spec.kind === "message" && !isEmpty(messageSpec(spec.type));
  if (!hasFields || gen(fc.boolean)) return { path, spec, value: gen(arbitraryField, spec) };
  const inner = (held ?? emptyMessage(spec.type)) as MessageValue;
  const target = chooseTarget(inner, spec.type, gen);
  return { ...target, path: [...path, ...target.path] };
}

function chooseElement(
  held: unknown,
  field: FieldSpec,
  gen: fc.GeneratorValue,
): [value: unknown, at: string | number | undefined] {
  if (field.label === "single") return [held, undefined];
  if (field.label === "repeated") {
    const list = held as unknown[];
    const at = gen(fc.nat, { max: list.length });
    return [list[at], at];
  }
  const entries = held as MessageValue;
  const key = gen(fc.constantFrom<string[]>, ...Object.keys(entries), "7");
  return [Object.hasOwn(entries, key) ? entries[key] : undefined, key];
}

function isEmpty(value: unknown): boolean {
  return !value || (typeof value === "object" && Object.keys(value).length === 0);
}

/** The configuration with the value set. */
export function configWith({ config, path, value }: Change): MessageValue {
  const result = structuredClone(config);
  assign(result, "ModelConfig", path, value);
  return result;
}

function assign(message: MessageValue, type: string, path: ConfigPath, value: unknown): void {
  const [name, ...rest] = path as [string, ...ConfigPath];
  const fields = messageSpec(type);
  const spec = fields[name] as FieldSpec;
  for (const [other, { oneof }] of Object.entries(fields)) {
    if (spec.oneof !== undefined && oneof === spec.oneof && other !== name) delete message[other];
  }
  const inElement = spec.label !== "single" && rest.length > 0;
  const owner = inElement ? (message[name] as MessageValue) : message;
  const key = inElement ? String(rest.shift()) : name;
  if (rest.length === 0) {
    setEntry(owner, key, value);
    return;
  }
  if (!Object.hasOwn(owner, key)) setEntry(owner, key, emptyMessage(spec.type));
  assign(owner[key] as MessageValue, spec.type, rest, value);
}
