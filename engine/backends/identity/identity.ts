import { checkIdentityConfig, executeDelayMs } from "../../config/validation/identity.ts";
import type { EngineClock } from "../../scheduling/clock.ts";
import type {
  Backend,
  BackendInstance,
  BatchInput,
  BatchOutput,
  InstanceOptions,
} from "../backend.ts";
import { LastRun, plainInstance } from "../plain-instance.ts";

/** Triton's identity backend adds these to every response. */
const RESPONSE_PARAMETERS = {
  param0: "an example string parameter",
  param1: 42,
  param2: false,
  param3: 123.123,
};

/**
 * Echoes INPUTn as OUTPUTn after `execute_delay_ms`: for trying out schedulers without a model
 * file.
 */
export function identityBackend(clock: EngineClock): Backend {
  return {
    name: "identity",
    createInstance: async (options) => createInstance(options, clock),
  };
}

function createInstance(options: InstanceOptions, clock: EngineClock): BackendInstance {
  const { config } = options;
  checkIdentityConfig(config);
  const delayNs = executeDelayMs(config) * 1e6;
  const outputByInput = new Map(
    config.input.map((input, i) => [input.name, config.output[i]?.name]),
  );
  const lastRun = new LastRun();

  const execute = async (batch: BatchInput): Promise<BatchOutput> => {
    const inferStart = clock.now();
    if (delayNs > 0) await new Promise<void>((resolve) => void clock.setTimer(delayNs, resolve));
    const outputs = batch.tensors.map((tensor) => ({
      name: outputByInput.get(tensor.name) ?? tensor.name,
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
