import { describe, expect, it } from "vitest";
import { normalizeConfig, parseConfig, validateConfig } from "../../../engine/config/index.ts";
import type { ExperimentStep, Knob } from "../../contract/index.ts";
import { planFor, stepOf } from "../testing/plans.ts";
import { proposalsFor, type TuningFacts } from "./index.ts";

const MODEL = `backend: "onnxruntime"
max_batch_size: 16
input [ { name: "x" data_type: TYPE_FP32 dims: [ 4 ] } ]
output [ { name: "y" data_type: TYPE_FP32 dims: [ 2 ] } ]
`;
const BATCHING = `${MODEL}dynamic_batching { }\n`;

function facts(text: string, measured: Partial<ExperimentStep> | null = null): TuningFacts {
  return {
    text,
    config: normalizeConfig(parseConfig(text).config, { modelName: "m" }),
    plan: planFor("m"),
    measured: measured && stepOf(measured),
    cpus: 2,
  };
}

const titles = (given: TuningFacts, knob: Knob) =>
  proposalsFor(given, new Set())
    .filter((each) => each.knob === knob && each.possible)
    .map(({ title }) => title);
const reasonAgainst = (given: TuningFacts, knob: Knob) =>
  proposalsFor(given, new Set()).find((each) => each.knob === knob && !each.possible)?.reason;
const textOf = (given: TuningFacts, title: string) =>
  proposalsFor(given, new Set()).find((each) => each.title === title)?.configText;

const server = (more: Partial<NonNullable<ExperimentStep["server"]>>) => ({
  server: {
    seconds: 5,
    requests: 1000,
    failures: 0,
    inferences: 1000,
    executions: 100,
    meanBatch: 10,
    queueMs: 1,
    computeInputMs: 0,
    computeInferMs: 4,
    computeOutputMs: 0,
    requestMs: 5,
    cacheHits: 0,
    cacheMisses: 0,
    cacheHitMs: null,
    cacheMissMs: null,
    batches: [],
    ...more,
  },
});

describe("proposals", () => {
  it("T1: turn on batching where it is off, and nothing else of it", () => {
    expect(titles(facts(MODEL), "batch-size")).toEqual(["Turn on dynamic batching"]);
    expect(textOf(facts(MODEL), "Turn on dynamic batching")).toContain("dynamic_batching");
  });

  it("T2: double and halve max_batch_size", () => {
    expect(titles(facts(BATCHING), "batch-size")).toEqual([
      "Raise max_batch_size to 32",
      "Lower max_batch_size to 8",
    ]);
  });

  it("T3: take out preferred sizes beyond the limit", () => {
    const preferring = facts(`${MODEL}dynamic_batching { preferred_batch_size: [ 4, 16 ] }\n`);
    const text = textOf(preferring, "Lower max_batch_size to 8") ?? "";
    expect(parseConfig(text).config.dynamic_batching?.preferred_batch_size).toEqual([4]);
    const one = facts(`${MODEL}dynamic_batching { preferred_batch_size: [ 16 ] }\n`);
    const none = textOf(one, "Lower max_batch_size to 8") ?? "";
    expect(parseConfig(none).config.dynamic_batching?.preferred_batch_size).toEqual([]);
  });

  it.each([
    ["T4, T8, T12, T18: sequences", `${MODEL}sequence_batching { }\n`, "sequences"],
    ["T4: no batch dimension", MODEL.replace("16", "0"), "max_batch_size is 0"],
  ])("%s", (_, text, why) => {
    expect(titles(facts(text), "batch-size")).toEqual([]);
    expect(reasonAgainst(facts(text), "batch-size")).toContain(why);
  });

  it("T5, T7: a first delay is half of a batch's time, within the objective's quarter", () => {
    expect(titles(facts(BATCHING), "delay")).toEqual(["Wait up to 1 ms for a batch to fill"]);
    expect(titles(facts(BATCHING, server({ computeInferMs: 4 })), "delay")).toEqual([
      "Wait up to 2 ms for a batch to fill",
    ]);
    expect(titles(facts(BATCHING, server({ computeInferMs: 40 })), "delay")).toEqual([
      "Wait up to 5 ms for a batch to fill",
    ]);
  });

  it("T6: an existing delay is dropped, halved and doubled", () => {
    const waiting = facts(`${MODEL}dynamic_batching { max_queue_delay_microseconds: 2000 }\n`);
    expect(titles(waiting, "delay")).toEqual([
      "No delay",
      "Wait up to 1 ms for a batch to fill",
      "Wait up to 4 ms for a batch to fill",
    ]);
    expect(textOf(waiting, "No delay")).not.toContain("max_queue_delay");
  });

  it("T8: there is no delay without batching", () => {
    expect(reasonAgainst(facts(MODEL), "delay")).toContain("turn that on first");
  });

  it("T9 to T11: one instance more and one less, in the group that serves", () => {
    const onFour = { ...facts(MODEL), cpus: 4 };
    expect(titles(onFour, "instances")).toEqual(["3 instances", "1 instance"]);
    const group = parseConfig(textOf(onFour, "3 instances") ?? "").config.instance_group;
    expect(group).toMatchObject([{ count: 3, kind: "KIND_CPU" }]);
    const two = facts(`${MODEL}instance_group [ { kind: KIND_CPU count: 2 } ]\n`);
    expect(titles(two, "instances")).toEqual(["1 instance"]);
    const gpu = facts(`${MODEL}instance_group [ { kind: KIND_GPU count: 3 gpus: [ 0 ] } ]\n`);
    expect(titles(gpu, "instances")).toEqual(["4 instances", "2 instances"]);
  });

  it("T12: several groups are left to the editor", () => {
    const groups = `${MODEL}instance_group [ { kind: KIND_CPU }, { kind: KIND_GPU } ]\n`;
    expect(reasonAgainst(facts(groups), "instances")).toContain("several instance groups");
  });

  it("T13 to T15: the cache is switched, with what the load repeats", () => {
    expect(titles(facts(MODEL), "cache")).toEqual(["Turn the response cache on"]);
    const cached = facts(
      `${MODEL}response_cache { enable: true }\n`,
      server({ cacheHits: 30, cacheMisses: 70, cacheMissMs: 0.02 }),
    );
    const off = proposalsFor(cached, new Set()).find(({ knob }) => knob === "cache");
    expect(off?.title).toBe("Turn the response cache off");
    expect(off?.reason).toContain("30 % of the requests hit");
    const decoupled = facts(`${MODEL}model_transaction_policy { decoupled: true }\n`);
    expect(reasonAgainst(decoupled, "cache")).toContain("decoupled");
  });

  it("T16, T17, T19: a limit by Little's law and the objective as timeout, once", () => {
    const busy = facts(BATCHING, { requestsPerSecond: 2000 });
    expect(titles(busy, "queue-policy")).toEqual([
      "Refuse beyond 40 waiting requests",
      "Give up what waited 20 ms",
    ]);
    const text = textOf(busy, "Give up what waited 20 ms") ?? "";
    expect(parseConfig(text).config.dynamic_batching?.default_queue_policy).toMatchObject({
      default_timeout_microseconds: 20_000,
      timeout_action: "REJECT",
    });
    expect(titles(facts(text, { requestsPerSecond: 2000 }), "queue-policy")).toEqual([
      "Refuse beyond 40 waiting requests",
    ]);
  });

  it.each<[string, string, Partial<ExperimentStep> | null, Knob]>([
    ["batching is off", MODEL, null, "batch-size"],
    ["batches are full", BATCHING, server({ meanBatch: 15 }), "batch-size"],
    ["requests wait", BATCHING, server({ meanBatch: 2, queueMs: 30 }), "instances"],
    ["otherwise", BATCHING, server({ meanBatch: 2 }), "delay"],
    [
      "nothing hits",
      `${BATCHING}response_cache { enable: true }\n`,
      server({ cacheMisses: 50 }),
      "cache",
    ],
  ])("T20: first what the measurement points to: %s", (_, text, measured, first) => {
    expect(proposalsFor(facts(text, measured), new Set())[0]?.knob).toBe(first);
  });

  it("T21: what was tried and not kept is not proposed again", () => {
    const given = facts(BATCHING);
    const [first] = proposalsFor(given, new Set());
    expect(proposalsFor(given, new Set([first?.configText ?? ""]))).not.toContainEqual(first);
  });

  it("leaves configurations that load", () => {
    for (const { configText, possible } of proposalsFor(facts(BATCHING), new Set())) {
      if (!possible) continue;
      const config = normalizeConfig(parseConfig(configText).config, { modelName: "m" });
      expect(validateConfig(config, { modelName: "m" })).toEqual([]);
    }
  });
});
