import { describe, expect, it } from "vitest";
import { modelIo } from "../requests/model-io.ts";
import { modelConfig } from "../testing/model-config.ts";
import { inferRequest } from "../testing/requests.ts";
import { StepLimiter } from "./step-limiter.ts";
import { stepRequest } from "./step-request.ts";
import { StepTrace } from "./step-trace.ts";
import { fromOutput, handedOnShape, TensorSeries, type TensorValue } from "./tensors.ts";

const trace = new StepTrace({ inputNs: 0, inferNs: 0, outputNs: 0 }, undefined);

/** The request of a step whose INPUT0 is the tensor "t". */
const makeRequest = (value: TensorValue, parameters = {}) =>
  stepRequest({
    source: inferRequest({ id: "r", parameters, inputs: [] }),
    step: {
      index: 0,
      modelName: "m",
      modelVersion: "",
      inputs: [{ model: "INPUT0", tensor: "t" }],
      outputs: [{ model: "OUTPUT0", tensor: "u" }],
    },
    io: modelIo(modelConfig({})),
    values: new Map([["t", value]]),
    outputs: [{ model: "OUTPUT0", tensor: "u" }],
    trace,
  });

describe("a step's request", () => {
  const data = new Uint8Array(8);
  const tensor = fromOutput({ name: "x", datatype: "FP32", shape: [1, 2], data });

  it("[ENSEMBLE-6] passes on the previous step's bytes without copying", () => {
    const { request, batchSize } = makeRequest({ tensor, batchSize: 1, sequence: undefined });
    expect(request.inputs[0]?.segments[0]).toBe(data);
    expect(request).toMatchObject({ id: "r", outputs: [{ name: "OUTPUT0", classification: 0 }] });
    expect(batchSize).toBe(1);
  });

  it("[ENSEMBLE-7] has the client's parameters, and those of a sequence that a step reported", () => {
    const sequence = { sequence_id: 9, sequence_start: true, sequence_end: false };
    const given = { priority: 2, triton_enable_empty_final_response: true };
    const reported = makeRequest({ tensor, batchSize: 1, sequence }, given);
    expect(reported.request.parameters).toEqual({ priority: 2, ...sequence });
    expect(reported.sequence).toEqual(sequence);
    const none = { sequence_id: 0, sequence_start: false, sequence_end: false };
    const plain = makeRequest(
      { tensor, batchSize: 1, sequence: none },
      { ...given, sequence_id: 5 },
    );
    expect(plain.request.parameters).toEqual({ priority: 2 });
  });
});

it.each<[string, number[], number, number[], boolean, number[]]>([
  ["between models that batch", [2, 3], 2, [3], true, [2, 3]],
  ["between models that do not", [2, 3], 0, [2, 3], false, [2, 3]],
  ["a batch dimension of 1 is put in front", [3], 0, [3], true, [1, 3]],
  ["a first dimension that is the batch stays", [4, 3], 0, [3], true, [4, 3]],
  ["a batch of 1 is taken away", [1, 3], 1, [3], false, [3]],
  ["a batch that the receiver takes as it is stays", [1, 3], 1, [-1, 3], false, [1, 3]],
  ["a larger batch is for the receiver to refuse", [2, 3], 2, [3], false, [2, 3]],
])("[ENSEMBLE-6] %s", (_, shape, batchSize, dims, batches, expected) => {
  expect(handedOnShape(shape, batchSize, dims, batches)).toEqual(expected);
});

it("[ENSEMBLE-8] a limiter admits the next request when one leaves, in order of arrival", () => {
  const limiter = new StepLimiter(2);
  const entered: number[] = [];
  const arrive = (id: number) => limiter.acquire(() => entered.push(id) > 0);
  for (const id of [1, 2, 3]) arrive(id);
  // Clients that disconnected while waiting: more than a call stack could hold.
  for (let i = 0; i < 20_000; i++) limiter.acquire(() => false);
  arrive(4);
  expect(entered).toEqual([1, 2]);
  limiter.release();
  expect(entered).toEqual([1, 2, 3]);
  limiter.release();
  expect(entered).toEqual([1, 2, 3, 4]);
  limiter.release();
  arrive(5);
  arrive(6);
  expect(entered.at(-1)).toBe(5);
});

it("[ENSEMBLE-8] a limiter handles requests that end immediately, however many wait", () => {
  const limiter = new StepLimiter(1);
  let through = 0;
  limiter.acquire(() => true);
  for (let i = 0; i < 20_000; i++) {
    limiter.acquire(() => {
      through += 1;
      limiter.release();
      return true;
    });
  }
  expect(through).toBe(0);
  limiter.release();
  expect(through).toBe(20_000);
});

it("a series forgets a value after its last reader", () => {
  const series = new TensorSeries(2);
  const value = { tensor: undefined, batchSize: 0, sequence: undefined };
  expect([series.add(value), series.add(value)]).toEqual([0, 1]);
  expect(series.take(0)).toBe(value);
  expect(series.has(0)).toBe(true);
  series.take(0);
  expect([series.has(0), series.has(1)]).toEqual([false, true]);
});
