import type { ModelConfig } from "../../config/types.ts";
import { StatusError } from "../../protocol/status.ts";
import type { Clock } from "../../scheduling/clock.ts";
import type {
  Backend,
  BackendInstance,
  BatchInput,
  BatchOutput,
  InstanceOptions,
} from "../backend.ts";
import { LastRun, plainInstance } from "../plain-instance.ts";

/** As Triton's identity backend adds them to every response. */
const RESPONSE_PARAMETERS = {
  param0: "an example string parameter",
  param1: 42,
  param2: false,
  param3: 123.123,
};

/** Echoes INPUTn as OUTPUTn after `execute_delay_ms`: for trying out schedulers without a model file. */
export function identityBackend(clock: Clock): Backend {
  return {
    name: "identity",
    createInstance: async (options) => createInstance(options, clock),
  };
}

function createInstance(options: InstanceOptions, clock: Clock): BackendInstance {
  const { config } = options;
  checkConfig(config);
  const delayNs = executeDelayMs(config) * 1e6;
  const outputOf = new Map(config.input.map((input, i) => [input.name, config.output[i]?.name]));
  const lastRun = new LastRun();

  const execute = async (batch: BatchInput): Promise<BatchOutput> => {
    const inferStart = clock.now();
    if (delayNs > 0) await new Promise<void>((resolve) => void clock.setTimer(delayNs, resolve));
    const outputs = batch.tensors.map((tensor) => ({
      name: outputOf.get(tensor.name) ?? tensor.name,
      datatype: tensor.datatype,
      shape: tensor.shape,
      data: new Uint8Array(batch.buffer.slice(tensor.offset, tensor.offset + tensor.byteLength)),
    }));
    return {
      outputs: outputs.filter((output) => batch.outputs?.includes(output.name) ?? true),
      parameters: RESPONSE_PARAMETERS,
      inferStart,
      inferEnd: clock.now(),
      buffer: batch.buffer,
    };
  };

  return {
    ...plainInstance(options, "identity"),
    unbatchedSize: 0,
    execute: (batch) => lastRun.keep(execute(batch)),
    close: () => lastRun.over(),
  };
}

function checkConfig(config: ModelConfig): void {
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
}

function executeDelayMs(config: ModelConfig): number {
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
