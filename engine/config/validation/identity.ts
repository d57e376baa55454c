import { StatusError } from "../../../base/status-error.ts";
import type { ModelConfig } from "../types.ts";

/** Throws INVALID_ARGUMENT with the message of Triton's identity backend if it can't serve the configuration. */
export function checkIdentityConfig(config: ModelConfig): void {
  const invalid = (message: string) => new StatusError("INVALID_ARGUMENT", message);
  if (config.input.length === 0 || config.input.length !== config.output.length) {
    throw invalid(
      `expected as many outputs as inputs and at least one, got ${config.input.length} inputs and ${config.output.length} outputs`,
    );
  }
  config.input.forEach((input, i) => {
    const output = config.output[i];
    if (output === undefined) return;
    if (input.data_type !== output.data_type) {
      throw invalid(
        `expected input and output datatype to match, got ${input.data_type} and ${output.data_type}`,
      );
    }
    if (input.dims.join() !== output.dims.join()) {
      throw invalid(
        `expected input and output shape to match, got [${input.dims.join(",")}] and [${output.dims.join(",")}]`,
      );
    }
  });
  executeDelayMs(config);
}

/** Duration of each execution in ms. Throws INVALID_ARGUMENT if the parameter isn't a whole number. */
export function executeDelayMs(config: ModelConfig): number {
  const text = config.parameters["execute_delay_ms"]?.string_value ?? "0";
  const delay = Number(text);
  if (!(Number.isInteger(delay) && delay >= 0)) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `parameters "execute_delay_ms" is "${text}", expected a whole number of milliseconds, 0 or more`,
    );
  }
  return delay;
}
