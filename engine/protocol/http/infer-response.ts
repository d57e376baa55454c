import type { InferResponse } from "../../types.ts";
import { type Answer, JSON_TYPE } from "./answer.ts";
import { tensorToJson } from "./json-tensor.ts";

/** The answer to an infer call: JSON, followed by the data of outputs that `binary` names. */
export function inferAnswer(response: InferResponse, binary: (output: string) => boolean): Answer {
  const data: Uint8Array[] = [];
  const outputs = response.outputs.map((output) => {
    const { name, datatype, shape } = output;
    const fields = JSON.stringify({ name, datatype, shape }).slice(0, -1);
    if (!binary(name)) return `${fields},"data":${tensorToJson(output)}}`;
    if (output.data.byteLength > 0) data.push(output.data);
    return `${fields},"parameters":{"binary_data_size":${output.data.byteLength}}}`;
  });
  const header = Buffer.from(`${head(response)}"outputs":[${outputs.join(",")}]}`);
  if (data.length === 0) {
    return { status: 200, headers: { "Content-Type": JSON_TYPE }, body: [header] };
  }
  return {
    status: 200,
    headers: {
      "Content-Type": "application/octet-stream",
      "Inference-Header-Content-Length": String(header.byteLength),
    },
    body: [header, ...data],
  };
}

/** The JSON object before its outputs: Triton's order, and nothing that is empty. */
function head({ id, modelName, modelVersion, parameters }: InferResponse): string {
  const fields = JSON.stringify({
    ...(id !== "" && { id }),
    model_name: modelName,
    model_version: modelVersion,
  });
  const values = Object.entries(parameters).map(
    ([key, value]) =>
      `${JSON.stringify(key)}:${typeof value === "bigint" ? value : JSON.stringify(value)}`,
  );
  const tail = values.length > 0 ? `,"parameters":{${values.join(",")}}` : "";
  return `${fields.slice(0, -1)}${tail},`;
}
