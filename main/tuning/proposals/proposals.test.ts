import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleModels } from "../../../assets/sample-models/catalogue.ts";
import {
  checkText,
  newWarnings,
  normalizeConfig,
  parseConfig,
  validateConfig,
} from "../../../engine/config/index.ts";
import { lintContext, sensibleConfig } from "../../../engine/config/testing/sensible-config.ts";
import type { ExperimentStep, Knob } from "../../contract/index.ts";
import { traffic } from "../../lab/testing/experiment.ts";
import { planFor, createStep } from "../testing/plans.ts";
import { proposalsFor, type TuningFacts } from "./index.ts";

const MODEL = `backend: "onnxruntime"
max_batch_size: 16
input [ { name: "x" data_type: TYPE_FP32 dims: [ 4 ] } ]
output [ { name: "y" data_type: TYPE_FP32 dims: [ 2 ] } ]
`;
const BATCHING = `${MODEL}dynamic_batching { }\n`;

function facts(
  text: string,
  measured: Partial<ExperimentStep> | null = null,
  more: Partial<TuningFacts> = {},
): TuningFacts {
  return {
    text,
    config: normalizeConfig(parseConfig(text).config, { modelName: "m" }),
    plan: planFor("m"),
    measured: measured && createStep(measured),
    lint: { server: "embedded", cores: 2 },
    batchTimes: [],
    ...more,
  };
}

const titles = (given: TuningFacts, knob: Knob) =>
  proposalsFor(given, new Set())
    .filter((each) => each.knob === knob && each.possible)
    .map(({ title }) => title);
const reasonAgainst = (given: TuningFacts, knob: Knob) =>
  proposalsFor(given, new Set()).find((each) => each.knob === knob && !each.possible)?.reason;
const proposalText = (given: TuningFacts, title: string) =>
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

const NO_MACHINE = {
  samples: 1,
  cpuMean: null,
  memoryMaxBytes: null,
  gpus: [],
  cacheEvictions: null,
  pendingMean: null,
  failures: [],
};
const duplicates = (share: number) => traffic({ model: "m", reuse: { kind: "duplicates", share } });

describe("proposals", () => {
  it("TUNING-1: turn on batching if it is off, without a delay and with a queue limit", () => {
    expect(titles(facts(MODEL), "batch-size")).toEqual(["Turn on dynamic batching"]);
    const text = proposalText(facts(MODEL), "Turn on dynamic batching") ?? "";
    expect(parseConfig(text).config.dynamic_batching).toMatchObject({
      max_queue_delay_microseconds: 0,
      default_queue_policy: { max_queue_size: 64 },
    });
  });

  it("TUNING-2: double and halve max_batch_size", () => {
    expect(titles(facts(BATCHING), "batch-size")).toEqual([
      "Raise max_batch_size to 32",
      "Lower max_batch_size to 8",
    ]);
  });

  it("TUNING-3: remove preferred sizes beyond the limit", () => {
    const preferring = facts(`${MODEL}dynamic_batching { preferred_batch_size: [ 4, 16 ] }\n`);
    const text = proposalText(preferring, "Lower max_batch_size to 8") ?? "";
    expect(parseConfig(text).config.dynamic_batching?.preferred_batch_size).toEqual([4]);
    const one = facts(`${MODEL}dynamic_batching { preferred_batch_size: [ 16 ] }\n`);
    const none = proposalText(one, "Lower max_batch_size to 8") ?? "";
    expect(parseConfig(none).config.dynamic_batching?.preferred_batch_size).toEqual([]);
    const raised = proposalText(one, "Raise max_batch_size to 32") ?? "";
    expect(parseConfig(raised).config.dynamic_batching?.preferred_batch_size).toEqual([]);
  });

  it.each([
    [
      "TUNING-4, TUNING-8, TUNING-12, TUNING-18: sequences",
      `${MODEL}sequence_batching { }\n`,
      "sequence batcher",
    ],
    ["TUNING-4: no batch dimension", MODEL.replace("16", "0"), "max_batch_size is 0"],
  ])("%s", (_, text, why) => {
    expect(titles(facts(text), "batch-size")).toEqual([]);
    expect(reasonAgainst(facts(text), "batch-size")).toContain(why);
  });

  it("TUNING-5, TUNING-7: start with a delay of half a batch's time, within a quarter of the objective", () => {
    expect(titles(facts(BATCHING), "delay")).toEqual(["Batching delay 1 ms"]);
    expect(titles(facts(BATCHING, server({ computeInferMs: 4 })), "delay")).toEqual([
      "Batching delay 2 ms",
    ]);
    expect(titles(facts(BATCHING, server({ computeInferMs: 40 })), "delay")).toEqual([
      "Batching delay 5 ms",
    ]);
  });

  it("TUNING-7: round down, and propose no delay if a quarter of the objective is too short", () => {
    const objective = (boundMs: number) => ({
      plan: planFor("m", { objective: { percentile: 99, boundMs } }),
    });
    const slow = server({ computeInferMs: 400 });
    expect(titles(facts(BATCHING, slow, objective(30)), "delay")).toEqual(["Batching delay 7 ms"]);
    expect(titles(facts(BATCHING, slow, objective(0.3)), "delay")).toEqual([]);
  });

  it("TUNING-6: remove, halve and double an existing delay", () => {
    const waiting = facts(`${MODEL}dynamic_batching { max_queue_delay_microseconds: 2000 }\n`);
    expect(titles(waiting, "delay")).toEqual([
      "No batching delay",
      "Batching delay 1 ms",
      "Batching delay 4 ms",
    ]);
    expect(proposalText(waiting, "No batching delay")).not.toContain("max_queue_delay");
  });

  it("TUNING-8: propose no delay without batching", () => {
    expect(reasonAgainst(facts(MODEL), "delay")).toContain("Turn that on first");
  });

  it("TUNING-9 to TUNING-11: add and remove one instance in the active group", () => {
    const onFour = facts(MODEL, null, { lint: { server: "embedded", cores: 4 } });
    expect(titles(onFour, "instances")).toEqual(["3 instances", "1 instance"]);
    const group = parseConfig(proposalText(onFour, "3 instances") ?? "").config.instance_group;
    expect(group).toMatchObject([{ count: 3, kind: "KIND_CPU" }]);
    const two = facts(`${MODEL}instance_group [ { kind: KIND_CPU count: 2 } ]\n`);
    expect(titles(two, "instances")).toEqual(["1 instance"]);
    const gpu = facts(`${MODEL}instance_group [ { kind: KIND_GPU count: 3 gpus: [ 0 ] } ]\n`);
    expect(titles(gpu, "instances")).toEqual(["4 instances", "2 instances"]);
  });

  it("TUNING-12: leave several groups to the editor", () => {
    const groups = `${MODEL}instance_group [ { kind: KIND_CPU }, { kind: KIND_GPU } ]\n`;
    expect(reasonAgainst(facts(groups), "instances")).toContain("several instance groups");
  });

  it("TUNING-13 to TUNING-15: switch the cache, with the share that the load repeats", () => {
    expect(reasonAgainst(facts(MODEL), "cache")).toContain("no chosen share of duplicates");
    const cached = facts(
      `${MODEL}response_cache { enable: true }\n`,
      server({ cacheHits: 30, cacheMisses: 70, cacheMissMs: 0.02 }),
    );
    const off = proposalsFor(cached, new Set()).find(({ knob }) => knob === "cache");
    expect(off?.title).toBe("Turn off the response cache");
    expect(off?.expected?.text).toContain("cache hit rate 30 % of 100 lookups");
    const without = facts(MODEL, null, { lint: { server: "embedded", cache: false } });
    expect(reasonAgainst(without, "cache")).toContain("without a response cache");
    const decoupled = facts(`${MODEL}model_transaction_policy { decoupled: true }\n`);
    expect(reasonAgainst(decoupled, "cache")).toContain("decoupled");
  });

  it("TUNING-16, TUNING-17, TUNING-19: propose a limit by Little's law and the objective as timeout, once", () => {
    const busy = facts(BATCHING, { requestsPerSecond: 2000 });
    expect(titles(busy, "queue-policy")).toEqual([
      "Queue limit 40 requests",
      "Time out after 20 ms in queue",
    ]);
    const text = proposalText(busy, "Time out after 20 ms in queue") ?? "";
    expect(parseConfig(text).config.dynamic_batching?.default_queue_policy).toMatchObject({
      default_timeout_microseconds: 20_000,
      timeout_action: "REJECT",
    });
    expect(titles(facts(text, { requestsPerSecond: 2000 }), "queue-policy")).toEqual([
      "Queue limit 40 requests",
    ]);
  });

  const waiting = { requestsPerSecond: 1000, inferencesPerSecond: 1000, goodput: 1000 };
  const CURVE = {
    batchTimes: [
      { size: 1, executions: 50, meanMs: 1 },
      { size: 16, executions: 50, meanMs: 4 },
    ],
  };

  it.each<[string, TuningFacts, string, RegExp]>([
    [
      "requests wait and batching is off",
      facts(MODEL, { ...waiting, ...server({ meanBatch: 1, queueMs: 30, computeInferMs: 4 }) }),
      "Turn on dynamic batching",
      /^Up to 16× throughput: 30 requests wait on average, 30 ms of 34 ms in queue \(88 %\)/,
    ],
    [
      "batches are full and larger ones are cheap",
      facts(BATCHING, { ...waiting, ...server({ meanBatch: 15, queueMs: 30 }) }, CURVE),
      "Raise max_batch_size to 32",
      /batches hold 15 of 16 items on average and 30 requests wait .*; an item then takes \d+ % less time/,
    ],
    [
      "requests wait and the CPU has room",
      facts(`${BATCHING}instance_group { count: 1 }`, {
        ...waiting,
        ...server({ meanBatch: 2, queueMs: 30 }),
        machine: { ...NO_MACHINE, cpuMean: 0.4 },
      }),
      "2 instances",
      /30 ms of 34 ms in queue \(88 %\), and the CPU is 40 % busy/,
    ],
    [
      "the load repeats itself",
      facts(
        BATCHING,
        { ...waiting, ...server({ meanBatch: 2, queueMs: 0.1 }) },
        { plan: planFor("m", { traffic: [duplicates(0.6)] }) },
      ),
      "Turn on the response cache",
      /2\.5× throughput: the load repeats 60 % of its requests/,
    ],
    [
      "responses miss the objective in an open loop",
      facts(BATCHING, {
        ...waiting,
        load: { kind: "rate", value: 1000 },
        goodput: 300,
        ...server({ meanBatch: 8, queueMs: 1 }),
      }),
      "Queue limit 20 requests",
      /goodput: 70 % of responses missed the latency objective of 20 ms/,
    ],
    [
      "the delay is most of the latency",
      facts(`${MODEL}dynamic_batching { max_queue_delay_microseconds: 5000 }`, {
        ...waiting,
        ...server({ meanBatch: 1, queueMs: 5, computeInferMs: 1 }),
      }),
      "No batching delay",
      /5 ms of 6 ms in queue \(83 %\), up to 5 ms of it for the delay/,
    ],
  ])(
    "TUNING-20, TUNING-36: begin with the largest expected effect: %s",
    (_, given, title, effect) => {
      const [first] = proposalsFor(given, new Set());
      expect(first?.title).toBe(title);
      expect(first?.expected?.text).toMatch(effect);
      expect(["large", "moderate", "small"]).toContain(first?.expected?.size);
    },
  );

  it.each<[string, TuningFacts, string, RegExp]>([
    ["raise", facts(BATCHING, server({ meanBatch: 2 })), "Raise max_batch_size to 32", /2 of 16/],
    [
      "limit that no client reaches",
      facts(BATCHING, { ...waiting, ...server({}) }),
      "Queue limit 20 requests",
      /8 clients never have more than 8/,
    ],
    [
      "batching that has nothing to join",
      facts(MODEL, { ...waiting, ...server({ meanBatch: 1, queueMs: 0.01 }) }),
      "Turn on dynamic batching",
      /batches hardly form/,
    ],
    [
      "instance on a busy machine",
      facts(`${BATCHING}instance_group { count: 1 }`, {
        ...server({ queueMs: 30 }),
        machine: { ...NO_MACHINE, cpuMean: 0.97 },
      }),
      "2 instances",
      /the CPU is 97 % busy/,
    ],
  ])(
    "TUNING-36, TUNING-38: put changes without an effect at this load last, and say so: %s",
    (_, given, title, effect) => {
      const all = proposalsFor(given, new Set());
      const found = all.find((each) => each.title === title);
      expect(found?.expected).toEqual({ size: "none", text: expect.stringMatching(effect) });
      const sizes = all.filter(({ possible }) => possible).map(({ expected }) => expected?.size);
      expect(sizes.slice(0, sizes.indexOf("none"))).not.toContain("none");
      expect(sizes.slice(sizes.indexOf("none"))).toEqual(
        sizes.slice(sizes.indexOf("none")).map(() => "none"),
      );
    },
  );

  it("TUNING-37: fix what would cause a warning, and say so", () => {
    const threads = `${BATCHING}instance_group { kind: KIND_CPU count: 1 }
parameters { key: "intra_op_thread_count" value { string_value: "2" } }
`;
    const more = proposalsFor(facts(threads), new Set()).find(
      ({ title }) => title === "2 instances",
    );
    expect(more?.reason).toContain("Also: set intra_op_thread_count to 1.");
    expect(parseConfig(more?.configText ?? "").config.parameters).toMatchObject({
      intra_op_thread_count: { string_value: "1" },
    });
  });

  it("TUNING-37: add no lint or advice warning, whatever the configuration", () => {
    const measurements = [
      null,
      { ...waiting, ...server({ meanBatch: 1, queueMs: 30 }) },
      { ...waiting, goodput: 200, ...server({ meanBatch: 15, queueMs: 0.2, computeInferMs: 80 }) },
    ];
    fc.assert(
      fc.property(
        sensibleConfig(),
        lintContext(),
        fc.constantFrom(...measurements),
        (text, { latencyObjectiveMs = 20, ...lint }, measured) => {
          const plan = planFor("m", { objective: { percentile: 99, boundMs: latencyObjectiveMs } });
          const look = (of: string) =>
            checkText(of, {
              modelName: "m",
              lint: { ...lint, latencyObjectiveMs },
              ...(lint.gpus && { gpus: lint.gpus }),
            });
          const before = look(text);
          for (const each of proposalsFor(facts(text, measured, { plan, lint }), new Set())) {
            if (!each.possible) continue;
            const what = `${each.title}: ${each.reason}\n${text}\n${each.configText}`;
            expect(newWarnings(before, look(each.configText)), what).toEqual([]);
            expect(each.expected?.text, what).toMatch(/^[A-Z].*\.$/);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("TUNING-37: add no warning on the sample models", () => {
    for (const { name, config } of sampleModels) {
      const given = facts(config, { ...waiting, ...server({ meanBatch: 1, queueMs: 30 }) });
      const look = (of: string) => checkText(of, { modelName: name, lint: given.lint });
      const before = look(config);
      for (const { configText } of proposalsFor(given, new Set())) {
        expect(newWarnings(before, look(configText))).toEqual([]);
      }
    }
  });

  it("TUNING-21: don't propose again what was tried and not kept", () => {
    const given = facts(BATCHING);
    const [first] = proposalsFor(given, new Set());
    expect(proposalsFor(given, new Set([first?.configText ?? ""]))).not.toContainEqual(first);
  });

  it("produce configurations that load", () => {
    for (const { configText, possible } of proposalsFor(facts(BATCHING), new Set())) {
      if (!possible) continue;
      const config = normalizeConfig(parseConfig(configText).config, { modelName: "m" });
      expect(validateConfig(config, { modelName: "m" })).toEqual([]);
    }
  });
});
