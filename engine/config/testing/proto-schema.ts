import { fileURLToPath } from "node:url";
import { create, createFileRegistry } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as FieldType,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";
import protobuf from "protobufjs";

const source = fileURLToPath(new URL("../../../assets/proto/model_config.proto", import.meta.url));
const root = new protobuf.Root().loadSync(source, { keepCase: true });
/** model_config.proto as protobufjs reads it. */
export const namespace = root.lookup("inference") as protobuf.Namespace;

function fieldProto(field: protobuf.FieldBase): FieldDescriptorProto {
  const { resolvedType, repeated, partOf } = field;
  const map = field instanceof protobuf.MapField;
  const scalarType = FieldType[field.type.toUpperCase() as keyof typeof FieldType];
  const isEnum = resolvedType instanceof protobuf.Enum;
  const parent = field.parent as protobuf.Type;
  return create(FieldDescriptorProtoSchema, {
    name: field.name,
    number: field.id,
    label: repeated || map ? Label.REPEATED : Label.OPTIONAL,
    type:
      map || (resolvedType && !isEnum) ? FieldType.MESSAGE : isEnum ? FieldType.ENUM : scalarType,
    typeName: map ? `${parent.fullName}.${entryName(field)}` : (resolvedType?.fullName ?? ""),
    ...(partOf && { oneofIndex: parent.oneofsArray.indexOf(partOf) }),
  });
}

function entryName(field: protobuf.FieldBase): string {
  return `${field.name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Entry`;
}

function mapEntry(field: protobuf.MapField): DescriptorProto {
  const value = fieldProto(new protobuf.Field("value", 2, field.type));
  const { resolvedType } = field;
  const type =
    resolvedType === null
      ? value.type
      : resolvedType instanceof protobuf.Enum
        ? FieldType.ENUM
        : FieldType.MESSAGE;
  return create(DescriptorProtoSchema, {
    name: entryName(field),
    options: { mapEntry: true },
    field: [
      {
        name: "key",
        number: 1,
        label: Label.OPTIONAL,
        type: FieldType[field.keyType.toUpperCase() as "STRING"],
      },
      { ...value, type, typeName: resolvedType?.fullName ?? "" },
    ],
  });
}

function messageProto(type: protobuf.Type): DescriptorProto {
  return create(DescriptorProtoSchema, {
    name: type.name,
    field: type.fieldsArray.map(fieldProto),
    oneofDecl: type.oneofsArray.map((oneof) => ({ name: oneof.name })),
    nestedType: [
      ...type.nestedArray.filter((nested) => nested instanceof protobuf.Type).map(messageProto),
      ...type.fieldsArray.filter((field) => field instanceof protobuf.MapField).map(mapEntry),
    ],
    enumType: listEnums(type),
  });
}

function listEnums(scope: protobuf.NamespaceBase) {
  return scope.nestedArray
    .filter((nested) => nested instanceof protobuf.Enum)
    .map((nested) =>
      create(EnumDescriptorProtoSchema, {
        name: nested.name,
        value: Object.entries(nested.values).map(([name, number]) => ({ name, number })),
      }),
    );
}

/** model_config.proto for protobuf-es. */
export const registry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: "model_config.proto",
    package: "inference",
    syntax: "proto3",
    messageType: namespace.nestedArray
      .filter((nested) => nested instanceof protobuf.Type)
      .map(messageProto),
    enumType: listEnums(namespace),
  }),
  () => undefined,
);
