import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StatusError } from "../../../base/status-error.ts";
import { experiment as schema } from "../../contract/index.ts";
import { experimentCsv } from "../export/csv.ts";
import { experimentJson } from "../export/json.ts";
import { experiment, invalid, latency, plan, step } from "../testing/experiment.ts";
import { importExperiment } from "./index.ts";

/** What the store would keep. */
const isWhole = (imported: ReturnType<typeof importExperiment>) =>
  schema.safeParse({ ...imported, id: 1 }).success;

/** The error for a file; "whole" if it is imported. */
function attempt(content: string, name = "x"): string {
  try {
    return isWhole(importExperiment(name, content)) ? "whole" : "not whole";
  } catch (error) {
    return error instanceof StatusError ? error.message : `not a StatusError: ${String(error)}`;
  }
}

const version1 = {
  format: "batchdeck.experiment",
  version: 1,
  name: "old",
  createdAt: "2026-11-21T10:00:00.000Z",
  finishedAt: "2026-11-21T10:00:12.000Z",
  state: "done",
  reason: null,
  plan: {
    serverId: "embedded",
    model: "ranker",
    modelVersion: "",
    wire: "http",
    concurrencies: [1, 8],
    secondsPerStep: 3,
    warmupSeconds: 0.5,
    batchSize: 4,
    distinctInputs: 32,
    seed: 1,
    shapes: { x: [4] },
  },
  environment: {
    server: "Embedded engine",
    serverVersion: "0.1.0",
    configText: "",
    cpus: 2,
    cpuModel: "c",
    platform: "p",
  },
  steps: [
    {
      concurrency: 8,
      startedAt: "2026-11-21T10:00:01.000Z",
      seconds: 3,
      complete: true,
      requestsPerSecond: 666,
      inferencesPerSecond: 2664,
      successes: 2000,
      failures: [
        { status: "UNAVAILABLE", message: "reset", count: 2 },
        { status: "DEADLINE_EXCEEDED", message: "none", count: 3 },
      ],
      latency: {
        count: 2000,
        meanMs: 5,
        p50Ms: 5,
        p90Ms: 8.2,
        p95Ms: 8.6,
        p99Ms: 8.9,
        minMs: 1,
        maxMs: 9,
      },
      server: (({ cacheHitMs: _hit, cacheMissMs: _miss, ...split }) => split)(
        step().server as NonNullable<ReturnType<typeof step>["server"]>,
      ),
      histogram: latency(9).histogram,
      generatorCpu: 0.25,
    },
  ],
};

describe("JSON", () => {
  it("[LAB-EXPORT-11] returns what was exported", () => {
    const { id: _id, ...exported } = experiment({ note: "</script>", pinned: true });
    const imported = importExperiment("a.json", experimentJson(exported));
    expect(imported).toEqual({ ...exported, pinned: false, importedFrom: "a.json" });
    expect(isWhole(imported)).toBe(true);
  });

  it("[LAB-EXPORT-11] is interrupted if it was exported while running", () => {
    const running = experimentJson(experiment({ state: "running", finishedAt: null }));
    expect(importExperiment("a.json", running)).toMatchObject({
      state: "interrupted",
      reason: "It was exported before it had ended.",
    });
  });

  it("[LAB-EXPORT-12] upgrades version 1: a closed loop, intervals from its histogram, no verdict", () => {
    const imported = importExperiment("old.json", JSON.stringify(version1));
    expect(isWhole(imported)).toBe(true);
    expect(imported).toMatchObject({
      createdAt: Date.parse("2026-11-21T10:00:00.000Z"),
      plan: {
        version: 5,
        traffic: [{ model: "ranker", batchSize: 4, shapes: { x: [4] } }],
        load: { kind: "concurrency", levels: [1, 8], thinkMs: 0 },
        warmup: { kind: "fixed", seconds: 0.5 },
      },
    });
    expect(imported.steps[0]).toMatchObject({
      startedAt: Date.parse("2026-11-21T10:00:01.000Z"),
      load: { kind: "concurrency", value: 8 },
      outcomes: { failed: 5 },
      response: { p99: latency(9).p99 },
      verdict: { verdict: "valid", reasons: [{ severity: "note" }] },
    });
  });

  it.each([2, 3, 4])(
    "[LAB-EXPORT-12] upgrades version %d, whose plan is of an earlier version",
    (version) => {
      const document = JSON.parse(experimentJson(experiment()));
      const text = JSON.stringify({ ...document, version, plan: { ...document.plan, version } });
      expect(importExperiment("a.json", text, 0).plan).toEqual(experiment().plan);
    },
  );

  it("[LAB-EXPORT-12] rejects an unknown version", () => {
    const text = experimentJson(experiment()).replace('"version": 5', '"version": 6');
    expect(attempt(text, "b.json")).toBe(
      "'b.json' cannot be imported: version is 6; this version of Batchdeck reads 1 to 5.",
    );
  });

  it("[LAB-EXPORT-14] names the invalid field", () => {
    type Fields = Record<PropertyKey, unknown>;
    const text = (path: string, value?: unknown) => {
      const document = JSON.parse(experimentJson(experiment())) as Fields;
      const keys = path.split(".");
      const last = keys.pop() as string;
      const at = keys.reduce<Fields>((each, key) => each[key] as Fields, document);
      at[last] = value;
      return JSON.stringify(document);
    };
    expect(attempt(text("steps.1.successes", "many"))).toContain('steps[1].successes is "many"');
    expect(attempt(text("steps.0.response.histogram", "AAAA"))).toContain(
      "steps[0].response.histogram is no HDR histogram",
    );
    expect(attempt(text("format", "other"))).toContain('format is "other"');
    expect(attempt(text("plan"))).toContain("plan is missing");
    expect(attempt(text("createdAt", "noon"))).toContain('createdAt is "noon"');
    expect(attempt('{"format": ')).toContain("it is not JSON");
    expect(attempt("[1]")).toContain("it is a list; it must be a JSON object");
    expect(attempt(JSON.stringify({ ...version1, plan: {} }))).toContain(
      "plan.serverId is missing",
    );
  });
});

const OLD = `Concurrency,Inferences/Second,Client Send,Network+Server Send/Recv,Server Queue,Server Compute Input,Server Compute Infer,Server Compute Output,Client Recv,p50 latency,p90 latency,p95 latency,p99 latency
1,69.2,225,2148,64,206,11781,19,0,13891,18795,19753,21018
3,84.2,237,1768,21673,209,11742,17,0,35398,43984,47085,51701
`;

describe("perf_analyzer's CSV", () => {
  it("[LAB-EXPORT-13] contains what its columns report, and says so", () => {
    const imported = importExperiment("perf.csv", OLD, 5000);
    expect(isWhole(imported)).toBe(true);
    expect(imported).toMatchObject({
      name: "perf",
      createdAt: 5000,
      importedFrom: "perf.csv (imported from perf_analyzer's CSV: only what its columns contain)",
      plan: { load: { kind: "concurrency", levels: [1, 3] } },
    });
    expect(imported.steps[1]).toMatchObject({
      load: { kind: "concurrency", value: 3 },
      inferencesPerSecond: 84.2,
      response: {
        p50: { value: 35.398, low: 35.398, high: 35.398 },
        p999: null,
        histogram: "",
        mean: expect.closeTo(35.646),
      },
      server: { queueMs: 21.673, computeInferMs: 11.742, cacheHitMs: null },
      verdict: { verdict: "valid", reasons: [{ severity: "note" }] },
    });
  });

  it("[LAB-EXPORT-13] may have rates, cache columns, another percentile, GPU metrics and no server", () => {
    const rates = `Request Rate,Inferences/Second,Client Send,Network+Server Send/Recv,Server Queue,Server Compute Input,Server Compute Infer,Server Compute Output,Server Cache Hit,Server Cache Miss,Client Recv,p50 latency,p75 latency,p90 latency,p95 latency,p99 latency,Avg latency,request/response,response wait,Avg GPU Utilization
100.5,99.8,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,gpu:0.33;gpu2:0.5;
`;
    expect(importExperiment("r.csv", rates).steps[0]).toMatchObject({
      load: { kind: "rate", value: 100.5 },
      response: { mean: 0.015, p99: { value: 0.014 } },
      server: { cacheHitMs: 0.007, cacheMissMs: 0.008 },
    });
    const bare =
      "Concurrency,Inferences/Second,Client Send,Client Recv,p50 latency\r\n1,2e1,0,0,7\r\n";
    expect(importExperiment("r.csv", bare).steps[0]).toMatchObject({
      inferencesPerSecond: 20,
      server: null,
      response: { p50: { value: 0.007 }, mean: null },
    });
  });

  it("[LAB-EXPORT-13] may be our own, with its verdicts, counts and intervals", () => {
    const { steps } = importExperiment("own.csv", experimentCsv(experiment()));
    expect(steps.map(({ load, verdict }) => [load.value, verdict.verdict])).toEqual([
      [1, "invalid"],
      [8, "valid"],
    ]);
    expect(steps[0]?.verdict.reasons[0]?.text).toBe(invalid.reasons[0]?.text);
    const { response } = step();
    expect(steps[1]).toMatchObject({
      successes: 2000,
      goodput: 660,
      outcomes: { rejected: 5 },
      response: { count: 2000, p99: response.p99, p999: response.p999 },
    });
  });

  it("[LAB-EXPORT-13] keeps service times of our own CSV separate from response times", () => {
    const apart = experiment({ steps: [step({ response: latency(20), service: latency(9) })] });
    const [read] = importExperiment("own.csv", experimentCsv(apart)).steps;
    const [kept] = apart.steps;
    expect(read?.service.p50?.value).toBeCloseTo(kept?.service.p50?.value ?? 0, 2);
    expect(read?.response.p50?.value).toBeCloseTo(kept?.response.p50?.value ?? 0, 2);
    expect(read?.service.p50).not.toEqual(read?.response.p50);
  });

  it.each([
    ["", "it is empty"],
    ["hello", "line 1 begins with 'hello'; perf_analyzer's CSV begins with Concurrency or"],
    ["Concurrency,p50 latency\n1,2\n", "line 1 has no column Inferences/Second"],
    ["Concurrency,Inferences/Second\n", "it has columns but no measurement"],
    ["Concurrency,Inferences/Second,p50 latency,p50 latency\n", "the column 'p50 latency' twice"],
    [OLD.replace("84.2", "fast"), "line 3, column 'Inferences/Second' is 'fast'; it must be"],
    [OLD.replace("84.2", "-1"), "line 3, column 'Inferences/Second' is '-1'"],
    [OLD.replace("3,84.2", "0,84.2"), "line 3, column 'Concurrency' is 0; it must be a whole"],
    [`${OLD}1,2,3,4,5,6,7,8,9,10,11,12,13,14\n`, "line 4 has 14 values, but there are 13 columns"],
    [OLD.replace("69.2", '"69.2'), "line 2 has a quotation mark without its end"],
    [OLD.replace("69.2", '"69".2'), "line 2 has a quotation mark in the middle"],
  ])("[LAB-EXPORT-14] is refused where it is wrong: %j", (text, words) => {
    expect(attempt(text, "bad.csv")).toContain(words);
  });
});

describe("a file that is no experiment", () => {
  const many = (text: string, count = 1_000_000) => text.repeat(count);

  it.each([
    ["a long value", `Concurrency,Inferences/Second,Reasons\n1,2,"${many('a""')}"\n`, "whole"],
    ["nested lists", many("["), "it is not JSON"],
    ["nested objects", many('{"a":'), "it is not JSON"],
    ["quotation marks", `${many('"')}"`, "without its end"],
    ["commas", many(","), "begins with ''"],
    ["lines", many("Concurrency\n"), "has more than 100000 lines"],
    ["elements", many("<html>"), "it is HTML without the element"],
    ["nothing but spaces", many(" "), "it is empty"],
  ])(
    "[LAB-EXPORT-10, LAB-EXPORT-15] is distinguished, however long: %s",
    (_what, content, words) => {
      expect(attempt(content)).toContain(words);
    },
  );
});

describe("a file that was damaged", () => {
  const files = [
    experimentJson(experiment()),
    JSON.stringify(version1),
    OLD,
    experimentCsv(experiment({ plan: plan({ goal: { kind: "sweep" } }) })),
  ];
  const piece = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      '"',
      ",",
      "\n",
      "null",
      "-1",
      "1e999",
      "NaN",
      "{",
      "]",
      "\u0000",
      "999999999999",
    ),
  );

  it.each(files.map((file, i) => [i, file]))(
    "[LAB-EXPORT-15] is imported whole or refused: %i",
    (_i, file) => {
      fc.assert(
        fc.property(fc.nat(file.length), fc.nat(40), piece, (at, cut, added) => {
          const damaged = file.slice(0, at) + added + file.slice(at + cut);
          const outcome = attempt(damaged);
          expect(outcome).toMatch(/^(whole|'x' cannot be imported: .+[^.]\.)$/s);
        }),
        { numRuns: 150 },
      );
    },
  );
});
