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

/** What one field holds, and the sentence an editor shows for it. */
export interface FieldSpec {
  readonly kind: "scalar" | "enum" | "message";
  /** A scalar type, or the name of an enum or message. */
  readonly type: string;
  readonly label: "single" | "repeated" | "map";
  /** Of a map: what its keys are. In a configuration they are strings either way. */
  readonly key?: "string" | "uint64";
  /** The oneof that the field is a member of: at most one member may be set. */
  readonly oneof?: string;
  /** Meaning, unit and default. */
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

export function scalar(type: ScalarType, doc: string): FieldSpec {
  return { kind: "scalar", type, label: "single", doc };
}

export function choice(enumName: string, doc: string): FieldSpec {
  return { kind: "enum", type: enumName, label: "single", doc };
}

export function message(messageName: string, doc: string): FieldSpec {
  return { kind: "message", type: messageName, label: "single", doc };
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
