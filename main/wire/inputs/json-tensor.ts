import { StatusError } from "../../../base/status-error.ts";
import { type FixedDatatype, KINDS, splitTexts } from "./elements.ts";
import type { InputSpec } from "./tensor.ts";

/** The protocol's JSON has no half precision. */
const WITHOUT_JSON = new Set(["FP16", "BF16"]);

/** FAILED_PRECONDITION names the first input without a JSON datatype. */
export function refuseWithoutJson(inputs: readonly Pick<InputSpec, "name" | "datatype">[]): void {
  const input = inputs.find(({ datatype }) => WITHOUT_JSON.has(datatype));
  if (!input) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `Input '${input.name}' is ${input.datatype}, which JSON cannot carry, and the server takes no binary tensors over HTTP; use gRPC.`,
    { details: { input: input.name } },
  );
}

/**
 * A tensor in the protocol's JSON: flat elements in row-major order, exact. INVALID_ARGUMENT names the input and the
 * element that JSON can't hold.
 */
export function jsonTensor({ name, datatype, shape }: InputSpec, data: Uint8Array): string {
  refuseWithoutJson([{ name, datatype }]);
  const elements = datatype === "BYTES" ? texts(name, data) : figures(name, datatype, data);
  return `{"name":${JSON.stringify(name)},"shape":${JSON.stringify(shape)},"datatype":"${datatype}","data":[${elements.join(",")}]}`;
}

const utf8 = new TextDecoder("utf8", { fatal: true, ignoreBOM: true });

function texts(name: string, data: Uint8Array): string[] {
  return (splitTexts(data) ?? []).map((text, i) => {
    try {
      return JSON.stringify(utf8.decode(text));
    } catch {
      throw unfit(name, i, "no UTF-8");
    }
  });
}

function figures(name: string, datatype: FixedDatatype, data: Uint8Array): string[] {
  const { bytes, read } = KINDS[datatype];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const write = datatype === "BOOL" ? bool : datatype === "FP32" ? single : exact;
  return Array.from({ length: Math.floor(data.byteLength / bytes) }, (_, i) => {
    const value = read(view, i * bytes);
    if (typeof value === "number" && !Number.isFinite(value)) throw unfit(name, i, `${value}`);
    return write(value);
  });
}

const bool = (value: number | bigint) => (value === 0 ? "false" : "true");
const exact = (value: number | bigint) => (Object.is(value, -0) ? "-0.0" : String(value));
/** Nine digits identify every float32. */
const single = (value: number | bigint) =>
  exact(Number.isInteger(value) ? value : Number(Number(value).toPrecision(9)));

function unfit(input: string, element: number, what: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `Input '${input}': element ${element} is ${what}, which JSON cannot hold, and the server takes no binary tensors over HTTP; use gRPC.`,
    { details: { input } },
  );
}
