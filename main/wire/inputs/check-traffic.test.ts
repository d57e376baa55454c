import { describe, expect, it } from "vitest";
import type { Wire } from "../../contract/index.ts";
import { detail } from "../../lab/testing/fake-server.ts";
import { checkTraffic, checkVersion } from "./check-traffic.ts";

const generated = { kind: "generated", byInput: {} } as const;
const plain = {
  batchSize: 1,
  shapes: {},
  inputs: generated,
  priority: 0,
  sequence: null,
  checkOutputs: false,
};
const config = (more: object) => detail({ config: { name: "ranker", max_batch_size: 8, ...more } });
const sequences = config({ sequence_batching: {} });
const decoupled = config({ model_transaction_policy: { decoupled: true } });
const levels = config({ dynamic_batching: { priority_levels: "3" } });
const ensemble = config({ ensemble_scheduling: { step: [] } });
const sequence = { shortest: 2, longest: 5 };

describe("traffic", () => {
  it.each<[string, ReturnType<typeof detail>, Partial<Parameters<typeof checkTraffic>[1]>, Wire]>([
    ["plain", detail(), {}, "http"],
    ["in sequences", sequences, { sequence }, "grpc"],
    ["of a decoupled model over a stream", decoupled, {}, "grpc-stream"],
    ["with a level that is there", levels, { priority: 3 }, "http"],
    ["of an ensemble, whose steps may take it", ensemble, { sequence, priority: 2 }, "http"],
    [
      "checked",
      detail(),
      { inputs: { kind: "perf-analyzer", path: "x" }, checkOutputs: true },
      "http",
    ],
  ])("[LAB-INPUT-3] is taken: %s", (_name, model, more, wire) => {
    expect(() => checkTraffic(model, { ...plain, ...more }, wire)).not.toThrow();
  });

  it.each<
    [string, ReturnType<typeof detail>, Partial<Parameters<typeof checkTraffic>[1]>, Wire, string]
  >([
    [
      "no sequence",
      sequences,
      {},
      "http",
      "Model 'ranker' takes sequences of requests that belong together, and sequence is null; give their lengths.",
    ],
    [
      "a sequence for nothing",
      detail(),
      { sequence },
      "http",
      "Model 'ranker' takes no sequences; leave sequence null.",
    ],
    [
      "lengths the wrong way round",
      sequences,
      { sequence: { shortest: 5, longest: 2 } },
      "http",
      "sequence.shortest is 5, more than sequence.longest, 2.",
    ],
    [
      "batches in sequences",
      sequences,
      { sequence, batchSize: 2 },
      "http",
      "batchSize is 2, but a request of a sequence holds one item; use 1.",
    ],
    [
      "a decoupled model over HTTP",
      decoupled,
      {},
      "http",
      "The wire is 'http'; use 'grpc-stream'.",
    ],
    [
      "a decoupled model over unary gRPC",
      decoupled,
      {},
      "grpc",
      "The wire is 'grpc'; use 'grpc-stream'.",
    ],
    [
      "checked streams",
      decoupled,
      { checkOutputs: true, inputs: { kind: "perf-analyzer", path: "x" } },
      "grpc-stream",
      "which checkOutputs cannot compare",
    ],
    [
      "a level too many",
      levels,
      { priority: 4 },
      "http",
      "priority is 4, but model 'ranker' has 3 priority levels; use 1 to 3, or 0 for its default.",
    ],
    [
      "a level for nothing",
      detail(),
      { priority: 1 },
      "http",
      "priority is 1, but model 'ranker' has no priority levels; use 0.",
    ],
    [
      "nothing to check",
      detail(),
      { checkOutputs: true },
      "http",
      "checkOutputs is true, but inputs of kind 'generated' hold no outputs to compare with; use 'perf-analyzer' or 'numpy'.",
    ],
    [
      "a distribution that does not fit",
      detail(),
      { inputs: { kind: "generated", byInput: { x: { kind: "tokens", below: 5 } } } },
      "http",
      "Input 'x' is FP32, and its distribution is 'tokens'",
    ],
    [
      "images for no input",
      detail(),
      { inputs: { kind: "images", folder: "/", input: "z", scaling: "none" } },
      "http",
      "inputs.input is 'z', which is no input",
    ],
    [
      "images for no image's shape",
      detail(),
      { inputs: { kind: "images", folder: "/", input: "x", scaling: "none" } },
      "http",
      "an image does not fit the shape [4]",
    ],
    [
      "too few columns",
      detail(),
      { inputs: { kind: "csv", path: "/", columns: { x: ["a"] } } },
      "http",
      "input 'x' has 1 columns, and its shape [4] takes 4.",
    ],
    ["a batch too large", detail(), { batchSize: 65 }, "http", "batchSize is 65"],
  ])("[LAB-INPUT-3] is rejected with %s", (_name, model, more, wire, message) => {
    expect(() => checkTraffic(model, { ...plain, ...more }, wire)).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining(message),
      }),
    );
  });
});

describe("a version", () => {
  const of = (...states: string[]) =>
    detail({
      versions: states.map((state, at) => ({ version: `${at + 1}`, state, reason: null })),
    });

  it("[LAB-INPUT-3] is accepted if it serves, if the server chooses, and if none is reported", () => {
    expect(() => checkVersion(of("UNAVAILABLE", "READY"), "2")).not.toThrow();
    expect(() => checkVersion(of("UNAVAILABLE"), "")).not.toThrow();
    expect(() => checkVersion(of(), "7")).not.toThrow();
  });

  it.each([
    ["7", of("READY"), "version 1 serves"],
    ["1", of("UNAVAILABLE", "READY", "READY"), "versions 2, 3 serve"],
    ["1", of("UNAVAILABLE"), "none serves now"],
  ])("[LAB-INPUT-3] is rejected where it does not serve: %s", (version, model, words) => {
    expect(() => checkVersion(model, version)).toThrow(
      `modelVersion is '${version}', which the server does not serve; of model 'ranker' ${words}. Leave it empty for the one that the server chooses.`,
    );
  });
});
