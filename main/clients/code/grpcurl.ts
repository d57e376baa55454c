import { jsonObject } from "../../wire/exchange/index.ts";
import { shellWord } from "../../../base/shell-word.ts";
import { grpcurlGuards, grpcurlEndpoint } from "./shell-endpoint.ts";
import { base64, isTooLarge, type Subject } from "./subject.ts";
import { endpointComments } from "./endpoint-comments.ts";

/** A grpcurl command; null where an input is too large to stand in it. */
export function grpcurl(subject: Subject): string | null {
  const { model, modelVersion, id, inputs, outputs, parameters, endpoint } = subject;
  if (inputs.some(isTooLarge)) return null;
  const message = jsonObject({
    model_name: JSON.stringify(model),
    ...(modelVersion && { model_version: JSON.stringify(modelVersion) }),
    ...(id && { id: JSON.stringify(id) }),
    ...(Object.keys(parameters).length > 0 && { parameters: protoParameters(parameters) }),
    inputs: JSON.stringify(
      inputs.map(({ name, datatype, shape }) => ({ name, datatype, shape: shape.map(String) })),
    ),
    ...(outputs.length > 0 && { outputs: JSON.stringify(outputs.map(requested)) }),
    raw_input_contents: JSON.stringify(inputs.map(base64)),
  });
  const method = subject.decoupled ? "ModelStreamInfer" : "ModelInfer";
  return [
    "# Triton's protocol, which servers do not offer by reflection: grpc_service.proto and model_config.proto of",
    "# https://github.com/triton-inference-server/common/tree/main/protobuf, here in the folder protobuf.",
    "# -max-time is the deadline, which the server learns too; Ctrl-C cancels. Contents are base64, little endian.",
    ...endpointComments(endpoint, "#"),
    ...grpcurlGuards(endpoint),
    `grpcurl -max-time ${subject.deadlineMs / 1000} \\`,
    ...grpcurlEndpoint(endpoint).map((option) => `  ${option} \\`),
    "  -import-path protobuf -proto grpc_service.proto -d @ \\",
    `  ${shellWord(endpoint.authority)} inference.GRPCInferenceService/${method} <<'JSON'`,
    message,
    "JSON",
    "",
  ].join("\n");
}

/** Whole numbers as texts: protobuf's JSON holds 64 bits so. */
function protoParameters(parameters: Subject["parameters"]): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        typeof value === "boolean"
          ? { bool_param: value }
          : typeof value === "string"
            ? { string_param: value }
            : { int64_param: String(value) },
      ]),
    ),
  );
}

function requested({ name, classification }: Subject["outputs"][number]) {
  return classification
    ? { name, parameters: { classification: { int64_param: String(classification) } } }
    : { name };
}
