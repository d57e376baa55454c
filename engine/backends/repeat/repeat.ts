import { StatusError } from "../../../base/status-error.ts";
import { bytesOffsets } from "../../requests/bytes-elements.ts";
import { ELEMENT_BYTES } from "../../requests/datatypes.ts";
import type { EngineClock } from "../../scheduling/clock.ts";
import type {
  Backend,
  BackendInstance,
  BatchInput,
  BatchOutput,
  BatchTensor,
  DecoupledRespond,
  InstanceOptions,
} from "../backend.ts";
import { LastRun, plainInstance } from "../plain-instance.ts";
import { checkRepeatConfig } from "../../config/validation/repeat.ts";

/**
 * A decoupled backend for trying out streams (BACKEND-12 to BACKEND-14): sends one response per
 * element of IN, each DELAY ms after the previous one; accepts the next request WAIT ms after a
 * request.
 */
export function repeatBackend(clock: EngineClock): Backend {
  return {
    name: "repeat",
    createInstance: async (options) => createInstance(options, clock),
  };
}

function createInstance(options: InstanceOptions, clock: EngineClock): BackendInstance {
  checkRepeatConfig(options.config);
  /** Ends the delays of streams whose requests have ended. */
  const waiting = new Set<() => void>();
  const lastRun = new LastRun();
  let stopWait = () => {};

  const after = (milliseconds: number, task: () => void): void => {
    if (milliseconds === 0) return clock.defer(task);
    const stop = clock.setTimer(milliseconds * 1e6, () => {
      waiting.delete(stop);
      task();
    });
    waiting.add(stop);
  };

  const execute = async (batch: BatchInput, respond: DecoupledRespond): Promise<BatchOutput> => {
    const inferStart = clock.now();
    const { elements, delays, waitMs } = readInputs(batch);
    const next = (index: number): void => {
      const element = elements[index];
      if (element === undefined) {
        respond(0, undefined, true);
        return;
      }
      after(delays[index] ?? 0, () => {
        if (respond(0, response(element, index), false)) next(index + 1);
      });
    };
    next(0);
    if (waitMs > 0) {
      await new Promise<void>((resolve) => {
        stopWait = resolve;
        after(waitMs, resolve);
      });
    }
    return {
      outputs: [],
      parameters: {},
      inferStart,
      inferEnd: clock.now(),
      buffer: batch.buffer,
    };
  };

  return {
    ...plainInstance(options, "repeat"),
    execute: () =>
      Promise.reject(new StatusError("INTERNAL", "a decoupled model has no single response")),
    executeDecoupled: (batch, respond) => lastRun.keep(execute(batch, respond)),
    async close() {
      // No further batch will come for which the instance would have to be busy.
      stopWait();
      await lastRun.over();
      for (const stop of waiting) stop();
      waiting.clear();
    },
  };
}

interface Element {
  readonly tensor: BatchTensor;
  /** A copy: the batch's buffer is returned before the last response. */
  readonly data: Uint8Array;
}

function readInputs({ buffer, tensors }: BatchInput) {
  const [values, delay, wait] = ["IN", "DELAY", "WAIT"].map((name) =>
    tensors.find((tensor) => tensor.name === name),
  );
  if (values === undefined || delay === undefined || wait === undefined) {
    throw new StatusError("INVALID_ARGUMENT", "expected the inputs IN, DELAY and WAIT");
  }
  if (values.shape.join() !== delay.shape.join()) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `expected IN and DELAY shape to match, got [${values.shape.join(",")}] and [${delay.shape.join(",")}]`,
    );
  }
  const bytes = new Uint8Array(buffer.slice(values.offset, values.offset + values.byteLength));
  const count = values.shape[0] ?? 0;
  const size = ELEMENT_BYTES[values.datatype];
  const offsets =
    values.datatype === "BYTES"
      ? bytesOffsets(bytes, count, values.name)
      : Array.from({ length: count + 1 }, (_, i) => i * size);
  return {
    elements: Array.from(
      { length: count },
      (_, i): Element => ({ tensor: values, data: bytes.subarray(offsets[i], offsets[i + 1]) }),
    ),
    delays: new Uint32Array(buffer.slice(delay.offset, delay.offset + delay.byteLength)),
    waitMs: new Uint32Array(buffer, wait.offset, 1)[0] ?? 0,
  };
}

function response({ tensor, data }: Element, index: number) {
  const idx = new Uint8Array(new Uint32Array([index]).buffer);
  return {
    outputs: [
      { name: "OUT", datatype: tensor.datatype, shape: [1], data },
      { name: "IDX", datatype: "UINT32" as const, shape: [1], data: idx },
    ],
    parameters: {},
  };
}
