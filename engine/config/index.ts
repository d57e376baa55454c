export type * from "./types.ts";
export { ENUMS, enumValues, fieldSpec, MESSAGES, messageSpec, typeName } from "./fields.ts";
export { type Range } from "./findings.ts";
export { locatePath, parseConfig, type ParsedConfig } from "./parse.ts";
export { completeBackend, completeConfig, isBatchable } from "./complete.ts";
export { dataTypeOf, elementByteSize, wireDatatypeOf } from "./datatypes.ts";
export { configFromJson, configToJson } from "./json.ts";
export { normalizeConfig, type NormalizeOptions } from "./normalize.ts";
export { printConfig } from "./print.ts";
