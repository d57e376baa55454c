import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Arrivals,
  type ExperimentPlan,
  type InputSource,
  type Load,
  PLAN_VERSION,
  type Traffic,
} from "../../../main/contract/index.ts";
import { perfAnalyzerCommand } from "../../../main/lab/perf-analyzer-command.ts";
import { shellCommand } from "../../../main/lab/index.ts";
import { plan, traffic } from "../../../main/lab/testing/experiment.ts";
import { UsageError } from "../command.ts";
import { parseMeasureFlags } from "./parse-flags.ts";

const flags = (...args: string[]) => parseMeasureFlags(["-m", "m", ...args]);

describe("measure's flags", () => {
  const levels = (range: string) => {
    const { load } = flags(`--concurrency-range=${range}`).plan;
    return load.kind === "concurrency" ? load.levels : [];
  };

  it("[MEASURE-1] read the metrics at perf_analyzer's address", () => {
    expect(flags().metricsAddress).toBeNull();
    expect(flags("--collect-metrics").metricsAddress).toBe("127.0.0.1:8002");
    expect(flags("--collect-metrics", "-u", "gpu:9000").metricsAddress).toBe("gpu:8002");
    for (const url of ["gpu:1", "gpu:1/metrics", "http://gpu:1/metrics"]) {
      const { metricsAddress, notes } = flags("--collect-metrics", `--metrics-url=${url}`);
      expect([metricsAddress, notes]).toEqual(["gpu:1", []]);
    }
    expect(flags("--metrics-interval", "500").notes[0]).toContain("every second");
  });

  it("[MEASURE-1] have perf_analyzer's meaning", () => {
    expect(levels("4")).toEqual([4]);
    expect(levels("1:4")).toEqual([1, 2, 3, 4]);
    expect(levels("1:8:3")).toEqual([1, 4, 7]);
    expect(levels("1,8,32")).toEqual([1, 8, 32]);
    expect(flags("-i", "gRPC")).toMatchObject({
      address: "127.0.0.1:8001",
      plan: { wire: "grpc", traffic: [{ batchSize: 1 }], secondsPerStep: 60 },
      stability: { windowSeconds: 5, windowRequests: 1, percentage: 10, maxTrials: 10 },
    });
    expect(flags("--shape", "ids:64", "--shape", "a:b:2,3").plan.traffic[0]?.shapes).toEqual({
      ids: [64],
      "a:b": [2, 3],
    });
    expect(flags("--measurement-mode=count_windows", "-s", "5", "-r", "4")).toMatchObject({
      stability: { windowSeconds: 1, windowRequests: 50, percentage: 5, maxTrials: 4 },
    });
    expect(
      flags("--request-rate-range=10.5:20:5", "--request-distribution", "poisson").plan.load,
    ).toEqual({ kind: "rate", rates: [10.5, 15.5], arrivals: { kind: "poisson" } });
    expect(flags("--request-count=200", "--warmup-request-count=0").plan).toMatchObject({
      requestsPerStep: 200,
      secondsPerStep: 3600,
      warmup: { kind: "requests", count: 0 },
    });
    expect(flags("--sequence-length=20").plan.traffic[0]?.sequence).toEqual({
      shortest: 16,
      longest: 24,
    });
    expect(flags("--input-data=zero", "--string-length=7").defaults).toEqual([
      { zeros: true, stringLength: 7, sequence: { shortest: 16, longest: 24 } },
    ]);
    expect(flags("--sequence-length-variation=0").defaults).toMatchObject([
      { sequence: { shortest: 20, longest: 20 } },
    ]);
    expect(flags("--input-data=data.json").plan.traffic[0]?.inputs).toEqual({
      kind: "perf-analyzer",
      path: "data.json",
    });
  });

  it("[MEASURE-7] search by both ends of a range", () => {
    const search = ["--binary-search", "-l", "20", "--percentile=95"];
    expect(flags("--concurrency-range=1:64:8", ...search).plan).toMatchObject({
      goal: { kind: "search", least: 1, most: 64, precision: 0.125 },
      objective: { percentile: 95, boundMs: 20 },
    });
  });

  it("[MEASURE-1] apply a threshold to p99 by default, and say so; an open end goes up to it", () => {
    const { plan: open, notes } = flags("-l", "20", "--concurrency-range=2:0:2");
    expect(open.objective).toEqual({ percentile: 99, boundMs: 20 });
    expect(notes[0]).toContain("--latency-threshold limits p99");
    expect(open.load).toMatchObject({ levels: Array.from({ length: 64 }, (_, i) => 2 + 2 * i) });
  });

  it("[MEASURE-1] read recorded gaps from a file or from the command line", () => {
    const read = (file: string) => (file === "gaps.txt" ? "100\n250.5\n\n" : "fast\n");
    const of = (file: string) =>
      parseMeasureFlags(["-m", "m", `--request-intervals=${file}`], read).plan.load;
    expect(of("gaps.txt")).toEqual({ kind: "intervals", micros: [100, 250.5] });
    expect(of("5,10")).toEqual({ kind: "intervals", micros: [5, 10] });
    expect(() => of("other.txt")).toThrow("line 1 of 'other.txt', is 'fast'; it must be a number");
  });

  it("[MEASURE-17] accept price and power", () => {
    const costs = (...args: string[]) => flags(...args).plan.costs;
    expect(costs()).toBeUndefined();
    const price = { perHour: 2.5, per: "server", currency: "USD" };
    expect(costs("--price-per-hour=2.5")).toEqual({ price, gpus: null, watts: null });
    expect(costs("--price-per-gpu-hour=2.5€", "--gpus=4", "--watts=700")).toEqual({
      price: { perHour: 2.5, per: "gpu", currency: "€" },
      gpus: 4,
      watts: 700,
    });
    expect(costs("--price-per-million-input=0.5", "--price-per-million-output=1.5USD")).toEqual({
      price: null,
      tokenPrice: { inputPerMillion: 0.5, outputPerMillion: 1.5, currency: "USD" },
      gpus: null,
      watts: null,
    });
    for (const wrong of [
      ["--price-per-million-input=0"],
      ["--price-per-million-input=1EUR", "--price-per-million-output=1USD"],
      ["--price-per-million-input=1", "--price-per-hour=1"],
      ["--price-per-hour=cheap"],
      ["--price-per-hour=0"],
      ["--watts=-1"],
      ["--gpus=2"],
      ["--price-per-hour=1", "--price-per-gpu-hour=1"],
    ])
      expect(() => costs(...wrong)).toThrow(UsageError);
  });

  it("[MEASURE-1] report flags without effect", () => {
    expect(flags("--async", "--max-threads", "4", "-a").notes).toHaveLength(3);
  });

  it.each([
    [[], "-m is missing"],
    [["-m", "m", "stray"], "Unexpected argument 'stray'"],
    [["-m", "m", "-i", "ftp"], "-i is 'ftp'; it must be http, grpc or grpc-js."],
    [["-m", "m", "--streaming"], "--streaming needs -i grpc, and -i is 'http'."],
    [["-m", "m", "-u", "localhost"], "-u is 'localhost'; it must be HOST:PORT"],
    [["-m", "m", "-b", "0"], "-b is '0'; it must be a whole number from 1"],
    [["-m", "m", "--concurrency-range=8:1"], "its end 1 must not be below its start 8"],
    [["-m", "m", "--concurrency-range=1:2:3:4"], "it must be START:END:STEP"],
    [["-m", "m", "--concurrency-range=1:100"], "at most 64 loads, and these are 100"],
    [["-m", "m", "--concurrency-range=1:0"], "give --latency-threshold"],
    [["-m", "m", "--concurrency-range=1", "--bursts=1:1"], "exclude each other"],
    [["-m", "m", "--shape", "ids"], "it must be NAME:D1,D2"],
    [["-m", "m", "--binary-search"], "--binary-search needs --latency-threshold"],
    [["-m", "m", "--binary-search", "-l", "5"], "--binary-search needs both ends"],
    [["-m", "m", "--certify"], "--certify needs --latency-threshold"],
    [["-m", "m", "--seconds=3", "-p", "100"], "--measurement-interval is about windows"],
    [["-m", "m", "--input", "x=cauchy:1"], "--input is 'x=cauchy:1'; it must be NAME=auto"],
    [["-m", "m", "--csv=a", "--numpy=x=b"], "--numpy and --csv exclude each other"],
    [["-m", "m", "--next", "-b", "2"], "-m is missing"],
    [
      ["-m", "m", "--next", "-m", "n", "--seed=2"],
      "'--seed'. See --help. After --next only -m and flags of its requests are allowed",
    ],
    [["-m", "m", "-H", "secret"], "-H is not a header; it must be NAME:VALUE"],
    [
      ["-m", "m", "-u", "https://h:1", "--ssl-https-verify-peer=0"],
      "certificates are always checked",
    ],
    [["-m", "m", "-u", "https://h:1", "--ssl-https-ca-certificates-file=/none"], "cannot be read"],
    [["-m", "m", "--profile-export-file=a"], "--profile-export-file is not supported"],
    [["-m", "m", "--bogus"], "--bogus"],
    [["-m", "m", "--metrics-url=h:1"], "--metrics-url needs --collect-metrics"],
    [["-m", "m", "--collect-metrics", "--metrics-url=h"], "it must be HOST:PORT/metrics"],
  ])("[MEASURE-1, MEASURE-2] reject %j", (args, message) => {
    expect(() => parseMeasureFlags(args)).toThrow(UsageError);
    expect(() => parseMeasureFlags(args)).toThrow(message);
  });
});

/** Words of a command in single quotes or unquoted, like in a POSIX shell. */
function splitCommand(command: string): string[] {
  const words = command.match(/(?:'[^']*'|\\'|[^\s'\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|\\'/g, (_, text?: string) => text ?? "'"));
}

const argumentsOf = (command: string) =>
  splitCommand(command.split(" measure ").slice(1).join(" measure "));

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom("a b", "it's", "$(reboot)", "-x", "--m", "a=b:c,d", "%3D", "ü\n", "zero"),
);
const name = text.filter((each) => each !== "__proto__" && !each.includes("\u0000"));
const tensor = name.filter((each) => !each.startsWith(":"));
const count = fc.integer({ min: 1, max: 1000 });
const positive = fc.double({ min: 0.001, max: 1e6, noNaN: true });
const record = <T>(value: fc.Arbitrary<T>, key = tensor) =>
  fc.dictionary(key, value, { maxKeys: 3 });

const inputs: fc.Arbitrary<InputSource> = fc.oneof(
  fc.record({
    kind: fc.constant("generated" as const),
    byInput: record(
      fc.oneof(
        fc.constantFrom({ kind: "auto" as const }, { kind: "zeros" as const }),
        fc.record({
          kind: fc.constant("uniform" as const),
          least: fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
          most: positive,
        }),
        fc.record({ kind: fc.constant("normal" as const), mean: positive, deviation: positive }),
        fc.record({ kind: fc.constant("tokens" as const), below: count }),
        fc.record({ kind: fc.constant("texts" as const), shortest: count, longest: count }),
      ),
    ),
  }),
  fc.record({
    kind: fc.constant("perf-analyzer" as const),
    path: name.filter((each) => !/^(zero|random)$/.test(each)),
  }),
  fc.record({
    kind: fc.constant("numpy" as const),
    files: fc.dictionary(tensor, name, { minKeys: 1, maxKeys: 2 }),
  }),
  fc.record({
    kind: fc.constant("images" as const),
    folder: name,
    input: name,
    scaling: fc.constantFrom("none" as const, "imagenet" as const),
  }),
  fc.record({
    kind: fc.constant("csv" as const),
    path: name,
    columns: record(fc.array(name, { minLength: 1, maxLength: 3 })),
  }),
);

const requests: fc.Arbitrary<Traffic> = fc.record({
  model: name,
  modelVersion: fc.oneof(fc.constant(""), name),
  weight: positive,
  batchSize: count,
  shapes: record(fc.array(count, { maxLength: 3 })),
  inputs,
  distinctInputs: count,
  reuse: fc.oneof(
    fc.constant({ kind: "turns" as const }),
    fc.record({
      kind: fc.constant("duplicates" as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }).map((each) => each + 0),
    }),
    fc.record({
      kind: fc.constant("zipf" as const),
      exponent: fc.double({ min: 0.01, max: 5, noNaN: true }),
    }),
  ),
  deadlineMs: fc.option(positive),
  priority: fc.nat(10),
  timeoutMicros: fc.option(count),
  sequence: fc.option(fc.record({ shortest: count, longest: count })),
  checkOutputs: fc.boolean(),
});

const arrivals: fc.Arbitrary<Arrivals> = fc.oneof(
  fc.constantFrom({ kind: "constant" as const }, { kind: "poisson" as const }),
  fc.record({
    kind: fc.constant("gamma" as const),
    burstiness: fc.double({ min: 0.01, max: 100, noNaN: true }),
  }),
);
const rate = fc.double({ min: 0.01, max: 1e6, noNaN: true });

const load: fc.Arbitrary<Load> = fc.oneof(
  fc.record({
    kind: fc.constant("concurrency" as const),
    levels: fc.array(count, { minLength: 1, maxLength: 8 }),
    thinkMs: fc.oneof(fc.constant(0), positive),
  }),
  fc.record({
    kind: fc.constant("rate" as const),
    rates: fc.array(rate, { minLength: 1, maxLength: 8 }),
    arrivals,
  }),
  fc.record({
    kind: fc.constant("profile" as const),
    parts: fc.array(
      fc.record({ seconds: fc.double({ min: 0.1, max: 3600, noNaN: true }), from: rate, to: rate }),
      { minLength: 1, maxLength: 4 },
    ),
    arrivals,
  }),
  fc.record({
    kind: fc.constant("bursts" as const),
    size: count,
    everyMs: fc.double({ min: 1, max: 1e6, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant("intervals" as const),
    micros: fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 9 }),
  }),
);

const objective = fc.record({
  percentile: fc.double({ min: 1, max: 99.99, noNaN: true }),
  boundMs: positive,
});

const COSTS: readonly ExperimentPlan["costs"][] = [
  undefined,
  { price: { perHour: 0.75, per: "server", currency: "USD" }, gpus: null, watts: null },
  { price: { perHour: 3, per: "gpu", currency: "€" }, gpus: 8, watts: 5600.5 },
  { price: null, gpus: null, watts: 120 },
  {
    price: null,
    tokenPrice: { inputPerMillion: 0.5, outputPerMillion: 1.5, currency: "USD" },
    gpus: null,
    watts: null,
  },
];

const plans: fc.Arbitrary<ExperimentPlan> = fc
  .record({
    version: fc.constant(PLAN_VERSION),
    serverId: fc.constant("h:1"),
    wire: fc.constantFrom(
      "http" as const,
      "grpc" as const,
      "grpc-stream" as const,
      "grpc-js" as const,
    ),
    traffic: fc.array(requests, { minLength: 1, maxLength: 3 }),
    load,
    secondsPerStep: fc.double({ min: 0.1, max: 3600, noNaN: true }),
    requestsPerStep: fc.option(count),
    warmup: fc.oneof(
      fc.record({
        kind: fc.constant("auto" as const),
        mostSeconds: fc.double({ min: 0.1, max: 600, noNaN: true }),
      }),
      fc.record({
        kind: fc.constant("fixed" as const),
        seconds: fc.double({ min: 0.1, max: 600, noNaN: true }),
      }),
      fc.record({ kind: fc.constant("requests" as const), count: fc.nat(1000) }),
    ),
    objective: fc.option(objective),
    stopWhenCertified: fc.boolean(),
    goal: fc.oneof(
      fc.constant({ kind: "sweep" as const }),
      fc.record({
        kind: fc.constant("search" as const),
        least: count,
        most: count,
        precision: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
      }),
    ),
    seed: fc.integer(),
  })
  .map(whole)
  .chain((each) =>
    fc.constantFrom(...COSTS).map((costs) => ({ ...each, ...(costs && { costs }) })),
  );

/** Plans that can be measured: a search has its ends in order, and its load's levels are unused. */
function whole(each: ExperimentPlan): ExperimentPlan {
  const stopWhenCertified = each.stopWhenCertified && each.objective !== null;
  if (each.goal.kind !== "search") return { ...each, stopWhenCertified };
  const { load, objective } = each;
  if (!objective || (load.kind !== "concurrency" && load.kind !== "rate")) {
    return { ...each, stopWhenCertified, goal: { kind: "sweep" } };
  }
  const least = Math.min(each.goal.least, each.goal.most);
  const most = Math.max(each.goal.least, each.goal.most);
  const ends = load.kind === "rate" ? { rates: [least, most] } : { levels: [least, most] };
  return {
    ...each,
    stopWhenCertified,
    goal: { ...each.goal, least, most },
    load: { ...load, ...ends } as Load,
  };
}

describe("the lab's command", () => {
  it("[MEASURE-3] measures the plan that it was made from", () => {
    fc.assert(
      fc.property(plans, (each) => {
        const parsed = parseMeasureFlags(argumentsOf(shellCommand(each, "h:1")));
        expect(parsed.plan).toEqual(each);
        expect(parsed).toMatchObject({ address: "h:1", stability: null });
        expect(parsed.wholeRange).toBe(each.goal.kind === "sweep" && each.objective !== null);
      }),
      { numRuns: 300 },
    );
  });

  it("[MEASURE-4] is quoted correctly for a shell, for any names", () => {
    const hostile = `a'b"c $(echo no) \`x\`\\ ;&|<>*?#~\n!`;
    const command = shellCommand(plan({ traffic: [traffic({ model: hostile })] }), "h:1");
    const program = command.replace(/^.*? measure /s, "printf '%s\\0' ");
    const args = execFileSync("sh", ["-c", program], { encoding: "utf8" }).split("\0").slice(0, -1);
    expect(parseMeasureFlags(args).plan.traffic[0]?.model).toBe(hostile);
  });

  it("[MEASURE-3] reads gaps from standard input if they are too many for an argument", () => {
    const micros = Array.from({ length: 40_000 }, (_, i) => i);
    const command = shellCommand(plan({ load: { kind: "intervals", micros } }), "h:1");
    const [gaps = "", measure = ""] = command.split(" | ");
    const input = execFileSync("sh", ["-s"], { input: gaps, encoding: "utf8" });
    expect(parseMeasureFlags(argumentsOf(measure), () => input).plan.load).toEqual({
      kind: "intervals",
      micros,
    });
  });

  it("[MEASURE-3] states for a comparison that the console applies its configurations", () => {
    const goal: ExperimentPlan["goal"] = {
      kind: "compare",
      candidates: [
        { label: "now", configText: null },
        { label: "delay\n2 ms", configText: "x" },
      ],
      replicates: 5,
    };
    const [comment, command, ...more] = shellCommand(plan({ goal }), "h:1").split("\n");
    expect(comment).toBe(
      "# With each of 'now', 'delay 2 ms' active in turn, 5 times; the console does this by itself:",
    );
    expect(parseMeasureFlags(argumentsOf(command ?? "")).plan.goal).toEqual({ kind: "sweep" });
    expect(more).toEqual([]);
  });
});

describe("perf_analyzer's command", () => {
  const of = (more: Partial<ExperimentPlan>) => perfAnalyzerCommand(plan(more), "h:1");

  it("[MEASURE-5] is the closest one, with its differences", () => {
    const { command, differences } = of({
      wire: "grpc",
      traffic: [traffic({ batchSize: 4, shapes: { ids: [16] }, deadlineMs: 100 })],
      load: { kind: "rate", rates: [100, 200, 300], arrivals: { kind: "gamma", burstiness: 0.5 } },
      objective: { percentile: 99.9, boundMs: 20 },
    });
    expect(command).toBe(
      "perf_analyzer -m ranker -u h:1 -i grpc -b 4 --shape=ids:16 --request-rate-range=100:300:100 --request-distribution=poisson --measurement-interval=3000 --percentile=99 --latency-threshold=20",
    );
    for (const words of [
      "gamma",
      "client deadline",
      "p99 is used for p99.9",
      "first failed",
      "seed",
    ]) {
      expect(differences.join("\n")).toContain(words);
    }
  });

  it("[MEASURE-5] searches, streams, and reads the same input data", () => {
    const { command } = of({
      wire: "grpc-stream",
      traffic: [traffic({ inputs: { kind: "perf-analyzer", path: "zero" }, distinctInputs: 1 })],
      goal: { kind: "search", least: 1, most: 64, precision: 0.05 },
      requestsPerStep: 500,
    });
    expect(command).toBe(
      "perf_analyzer -m ranker -u h:1 -i grpc --streaming --async --input-data=./zero --concurrency-range=1:64:3 --binary-search --request-count=500 --percentile=99 --latency-threshold=20",
    );
  });

  it.each<[Partial<ExperimentPlan>, string]>([
    [{ load: { kind: "bursts", size: 2, everyMs: 5 } }, "no bursts"],
    [
      {
        load: {
          kind: "profile",
          parts: [{ seconds: 1, from: 0, to: 1 }],
          arrivals: { kind: "constant" },
        },
      },
      "change over time",
    ],
    [{ traffic: [traffic(), traffic({ model: "b" })] }, "cannot mix"],
  ])("[MEASURE-5] has no equivalent for %j", (more, words) => {
    const { command, differences } = of(more);
    expect(command).toBeNull();
    expect(differences.join(" ")).toContain(words);
  });
});
