import type { ModelConfig, ModelInput, ModelOutput } from "../types.ts";
import { StatusError } from "../../../base/status-error.ts";

/** Throws INVALID_ARGUMENT with the message of Triton's repeat backend if the tensors are not those of the backend. */
export function checkRepeatConfig(config: ModelConfig): void {
  const { input, output } = config;
  require(config.max_batch_size ===
    0, "repeat backend only supports models with max_batch_size == 0");
  require(input.length === 3, `expected 3 inputs, got ${input.length}`);
  require(output.length === 2, `expected 2 outputs, got ${output.length}`);
  const [values, delay, wait] = input as [ModelInput, ModelInput, ModelInput];
  const [out, index] = output as [ModelOutput, ModelOutput];
  requireName("first input", values, "IN");
  requireName("second input", delay, "DELAY");
  requireName("third input", wait, "WAIT");
  requireName("first output", out, "OUT");
  requireName("second output", index, "IDX");

  require(values.dims.length ===
    1, `expected IN shape to have one dimension, got [${values.dims.join(",")}]`);
  require(values.dims.join() ===
    delay.dims.join(), `expected IN and DELAY shape to match, got [${values.dims.join(",")}] and [${delay.dims.join(",")}]`);
  for (const { name, dims } of [wait, out, index]) {
    require(dims.join() === "1", `expected ${name} shape to be [1], got [${dims.join(",")}]`);
  }
  require(values.data_type ===
    out.data_type, `expected IN and OUT datatype to match, got ${values.data_type} and ${out.data_type}`);
  for (const { name, data_type } of [delay, wait, index]) {
    require(data_type ===
      "TYPE_UINT32", `expected ${name} datatype to be UINT32, got ${data_type}`);
  }
  require(config.model_transaction_policy?.decoupled ===
    true, "the repeat backend gives any number of responses: expected model_transaction_policy { decoupled: true }");
}

function requireName(which: string, { name }: { name: string }, expected: string): void {
  require(name === expected, `expected ${which} tensor name to be ${expected}, got ${name}`);
}

function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new StatusError("INVALID_ARGUMENT", message);
}
