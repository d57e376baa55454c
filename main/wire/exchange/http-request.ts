import { jsonTensor } from "../index.ts";
import type { PreparedRequest } from "./prepare.ts";

/** "/v2/models/NAME/infer", with the requested version. */
export function inferPath({
  model,
  modelVersion,
}: Pick<PreparedRequest, "model" | "modelVersion">) {
  const version = modelVersion && `/versions/${encodeURIComponent(modelVersion)}`;
  return `/v2/models/${encodeURIComponent(model)}${version}/infer`;
}

/** The JSON in front of binary tensors, requesting binary outputs; 64-bit parameters keep every digit. */
export function httpHeader({ id, inputs, outputs, parameters }: PreparedRequest): string {
  const all = outputs.length === 0;
  return jsonObject({
    ...(id && { id: JSON.stringify(id) }),
    inputs: JSON.stringify(
      inputs.map(({ name, datatype, shape, data }) => ({
        name,
        datatype,
        shape,
        parameters: { binary_data_size: data.byteLength },
      })),
    ),
    ...(all ? {} : { outputs: JSON.stringify(outputs.map(requested)) }),
    parameters: jsonParameters(all ? { ...parameters, binary_data_output: true } : parameters),
  });
}

/** The complete request as JSON. INVALID_ARGUMENT and FAILED_PRECONDITION name an input that JSON can't hold. */
export function jsonBody({ id, inputs, outputs, parameters }: PreparedRequest): string {
  const isBare = Object.keys(parameters).length === 0;
  return jsonObject({
    ...(id && { id: JSON.stringify(id) }),
    inputs: `[${inputs.map((input) => jsonTensor(input, input.data)).join(",")}]`,
    ...(outputs.length > 0 && {
      outputs: JSON.stringify(
        outputs.map(({ name, classification }) => ({
          name,
          ...(classification && { parameters: { classification } }),
        })),
      ),
    }),
    ...(!isBare && { parameters: jsonParameters(parameters) }),
  });
}

function requested({ name, classification }: PreparedRequest["outputs"][number]) {
  return { name, parameters: { binary_data: true, ...(classification && { classification }) } };
}

/** Parameters as a JSON object; 64-bit integers keep every digit. */
export function jsonParameters(parameters: PreparedRequest["parameters"]): string {
  return jsonObject(
    Object.fromEntries(
      Object.entries(parameters).map(([key, value]) => [
        key,
        typeof value === "bigint" ? String(value) : JSON.stringify(value),
      ]),
    ),
  );
}

/** Members whose values are JSON already. */
export function jsonObject(members: Readonly<Record<string, string>>): string {
  const texts = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  return `{${texts.join(",")}}`;
}
