import { toJson } from "@bufbuild/protobuf";
import { fromText } from "@bufbuild/protobuf/txtpb";
import { configFromJson } from "../json.ts";
import type { ModelConfig } from "../types.ts";
import { registry } from "./proto-schema.ts";

const schema = registry.getMessage("inference.ModelConfig");
if (schema === undefined) throw new TypeError("model_config.proto has no ModelConfig");
const modelConfig = schema;

/** Parses a text with protobuf-es. Throws if it rejects the text. */
export function parseWithProtobufEs(text: string): ModelConfig {
  const json = toJson(modelConfig, fromText(modelConfig, text), {
    useProtoFieldName: true,
    registry,
  });
  return configFromJson(json);
}
