import { describe, expect, it } from "vitest";
import type { DataType, SequenceControl } from "../../config/types.ts";
import { modelConfig } from "../../testing/model-config.ts";
import { ControlTensors } from "./control-tensors.ts";
import { controls, lab, MS, sequenceBatching } from "./testing/lab.ts";

const NONE = { int32_false_true: [], fp32_false_true: [], bool_false_true: [] };

/** The tensors of one control. */
function tensors(control: Partial<SequenceControl>, maxBatchSize = 4): ControlTensors {
  const whole: SequenceControl = {
    kind: "CONTROL_SEQUENCE_START",
    data_type: "TYPE_INVALID",
    ...NONE,
    ...control,
  };
  return new ControlTensors(
    modelConfig({
      max_batch_size: maxBatchSize,
      sequence_batching: sequenceBatching({ control_input: [{ name: "c", control: [whole] }] }),
    }),
  );
}

const id = (dataType: DataType) =>
  tensors({ kind: "CONTROL_SEQUENCE_CORRID", data_type: dataType });

const RUNNING = { id: 5n, start: false, end: false, ready: true };

describe("[SEQ-13] control tensors", () => {
  it.each([
    ["INT32", { int32_false_true: [7, -2] }, [new Int32Array([7]), new Int32Array([-2])]],
    ["FP32", { fp32_false_true: [0.5, 1.5] }, [new Float32Array([0.5]), new Float32Array([1.5])]],
    ["BOOL", { bool_false_true: [true, false] }, [new Uint8Array([1]), new Uint8Array([0])]],
  ])("are of the type that has values: %s", (datatype, values, [no, yes]) => {
    const make = tensors(values);
    const [running] = make.inputs(RUNNING);
    const [starting] = make.inputs({ ...RUNNING, start: true });
    expect(running?.tensor).toMatchObject({ name: "c", datatype, shape: [1, 1] });
    expect(running?.tensor.segments).toEqual([new Uint8Array(no?.buffer ?? [])]);
    expect(starting?.tensor.segments).toEqual([new Uint8Array(yes?.buffer ?? [])]);
  });

  it("have shape [1] if the model doesn't batch", () => {
    const [input] = tensors({ bool_false_true: [false, true] }, 0).inputs(RUNNING);
    expect(input?.tensor.shape).toEqual([1]);
  });

  it.each([
    ["TYPE_UINT64", 2n ** 64n - 2n, new BigUint64Array([2n ** 64n - 2n])],
    ["TYPE_INT64", 2n ** 64n - 2n, new BigInt64Array([-2n])],
    ["TYPE_UINT32", 2n ** 32n + 3n, new Uint32Array([3])],
    ["TYPE_INT32", 2n ** 32n - 1n, new Int32Array([-1])],
  ] as const)("hold an integer id's low bytes in %s", (type, value, bytes) => {
    const [input] = id(type).inputs({ ...RUNNING, id: value });
    expect(input?.tensor.segments).toEqual([new Uint8Array(bytes.buffer)]);
  });

  it("contain a string, or an integer's digits, for TYPE_STRING", () => {
    const data = (value: bigint | string | undefined) => {
      const [input] = id("TYPE_STRING").inputs({ ...RUNNING, id: value });
      return Buffer.concat([...(input?.tensor.segments ?? [])]).toString("latin1");
    };
    expect(data("user-7")).toBe("\x06\0\0\0user-7");
    expect(data(42n)).toBe("\x02\0\0\x0042");
    expect(data(undefined)).toBe("\0\0\0\0");
  });

  it("of null requests are not ready, and nothing else", async () => {
    const kinds = controls("START", "READY", "END", "CORRID");
    const { send, clock, requests } = lab({ sequence: { control_input: kinds } });
    send("a", { id: 7, start: true, end: true });
    send("b", { id: 8, start: true });
    await clock.advance(15 * MS);
    send("c", { id: 8, end: true });
    await clock.advance(15 * MS);
    const reported = requests.map((batch) =>
      batch.map(({ inputs }) => inputs.slice(1, 5).map(({ tensor }) => tensor.segments[0]?.[0])),
    );
    expect(reported).toEqual([
      [
        [1, 1, 1, 7],
        [1, 1, 0, 8],
      ],
      [
        [0, 0, 0, 0],
        [0, 1, 1, 8],
      ],
    ]);
  });
});
