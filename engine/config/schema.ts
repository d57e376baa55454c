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

/** Facts about a field besides its type; each value is text that follows the name of the fact. */
export interface FieldFacts {
  /** Unit of a number: "µs" or a plural noun. */
  readonly unit?: string;
  /** Meaning of the unset field, if not obvious: "0: no limit". */
  readonly initial?: string;
  /** Triton rejects a message without this field. */
  readonly required?: true;
  /** What must be set as well. */
  readonly needs?: string;
  /** What must not be set as well. */
  readonly excludes?: string;
  /** A change is applied to the running model; every other change reloads it, which resets its statistics. */
  readonly effect?: "in place";
  /** How the embedded engine treats it, if different from Triton. */
  readonly engine?: string;
}

/** The type of a field, and what an editor shows about it. */
export interface FieldSpec extends FieldFacts {
  readonly kind: "scalar" | "enum" | "message";
  /** A scalar type, or the name of an enum or message. */
  readonly type: string;
  readonly label: "single" | "repeated" | "map";
  /** Type of a map's keys. In a configuration they are always strings. */
  readonly key?: "string" | "uint64";
  /** The oneof that the field is a member of: at most one member may be set. */
  readonly oneof?: string;
  /** What it does, in one sentence. */
  readonly doc: string;
}

/** Fields by name, in declaration order. */
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
