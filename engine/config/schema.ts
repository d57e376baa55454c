/** Scalar types of protobuf that ModelConfig uses. */
export type ScalarType =
  | "string"
  | "bool"
  | "int32"
  | "int64"
  | "uint32"
  | "uint64"
  | "float"
  | "double";

/** What there is to know of a field next to its type: words that follow the name of the fact. */
export interface FieldFacts {
  /** Of a number: what it counts, "µs" or a plural. */
  readonly unit?: string;
  /** What holds where the field is not set, if that is not plain: "0: no limit". */
  readonly initial?: string;
  /** Triton rejects a message without it. */
  readonly required?: true;
  /** What must be there next to it. */
  readonly needs?: string;
  /** What must not be there next to it. */
  readonly excludes?: string;
  /** A change is applied to a model that serves; every other one reloads it, and its statistics are reset. */
  readonly effect?: "in place";
  /** What the embedded engine makes of it, where that is not what Triton does. */
  readonly engine?: string;
}

/** What one field holds, and what an editor says of it. */
export interface FieldSpec extends FieldFacts {
  readonly kind: "scalar" | "enum" | "message";
  /** A scalar type, or the name of an enum or message. */
  readonly type: string;
  readonly label: "single" | "repeated" | "map";
  /** Of a map: what its keys are. In a configuration they are strings either way. */
  readonly key?: "string" | "uint64";
  /** The oneof that the field is a member of: at most one member may be set. */
  readonly oneof?: string;
  /** What it does, in a sentence. */
  readonly doc: string;
}

/** Fields by name, in the order of the message's declaration. */
export type MessageSpec = Readonly<Record<string, FieldSpec>>;
export type MessageTable = Readonly<Record<string, MessageSpec>>;

export interface EnumValue {
  readonly name: string;
  readonly doc: string;
}

/** Values by their number: index 0 is the default. */
export type EnumTable = Readonly<Record<string, readonly EnumValue[]>>;

export function scalar(type: ScalarType, doc: string, facts: FieldFacts = {}): FieldSpec {
  return { kind: "scalar", type, label: "single", doc, ...facts };
}

export function choice(enumName: string, doc: string, facts: FieldFacts = {}): FieldSpec {
  return { kind: "enum", type: enumName, label: "single", doc, ...facts };
}

export function message(messageName: string, doc: string, facts: FieldFacts = {}): FieldSpec {
  return { kind: "message", type: messageName, label: "single", doc, ...facts };
}

export function repeated(field: FieldSpec): FieldSpec {
  return { ...field, label: "repeated" };
}

/** A map from keys to values of the field's type. */
export function map(field: FieldSpec, key: "string" | "uint64" = "string"): FieldSpec {
  return { ...field, label: "map", key };
}

export function oneof(name: string, field: FieldSpec): FieldSpec {
  return { ...field, oneof: name };
}
