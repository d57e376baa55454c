import { type Fix, setTo } from "../fix.ts";
import type { ModelWarmup, WarmupInput } from "../types.ts";
import type { Check } from "./check.ts";

/**
 * SPEC.md CFG-L8: warm-up samples that would fail, and the load with them. `batchSizeIsKnown`: the server doesn't
 * complete max_batch_size.
 */
export function checkWarmUp(check: Check, batchSizeIsKnown: boolean): void {
  check.config.model_warmup.forEach((sample, index) => {
    if (sample.batch_size === 0) return;
    const path = `model_warmup[${index}]`;
    if (batchSizeIsKnown) checkBatchSize(check, sample, `${path}.batch_size`);
    for (const [name, input] of Object.entries(sample.inputs)) {
      checkInput(check, name, input, `${path}.inputs[${JSON.stringify(name)}]`);
    }
  });
}

function checkBatchSize({ config, name, problem }: Check, sample: ModelWarmup, path: string): void {
  const largest = Math.max(1, config.max_batch_size);
  if (config.backend !== "onnxruntime" || sample.batch_size <= largest) return;
  const message = `failed to run warmup sample '${sample.name}': batch size ${sample.batch_size} for '${name}', max allowed is ${config.max_batch_size}`;
  problem("warmup-batch", path, message, { fix: setTo(path, largest) });
}

function checkInput({ problem }: Check, name: string, input: WarmupInput, path: string): void {
  if (input.dims.some((dim) => dim < 0)) {
    const value = input.dims.map((dim) => Math.max(1, dim));
    const fix: Fix = {
      title: `Set dims to [${value.join(", ")}]`,
      changes: [{ path: `${path}.dims`, value }],
    };
    const message = `warmup setting expects all variable-size dimensions are specified for input '${name}', got [${input.dims.join(", ")}]`;
    problem("warmup-dims", `${path}.dims`, message, { fix });
  }
  const data = input.zero_data ?? input.random_data ?? input.input_data_file;
  if (data !== undefined) return;
  const message = `warmup setting expects input '${name}' to have input_data_type set: zero_data, random_data or input_data_file`;
  problem("warmup-data", path, message, { fix: setTo(`${path}.zero_data`, true) });
}
