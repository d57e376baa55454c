import type {
  CanaryPlan,
  CanaryLatency,
  InputChoice,
  ModelDetail,
  SideFigures,
} from "../../contract/index.ts";
import { isDecoupled, planInputs, loadTarget } from "../../wire/index.ts";
import {
  differenceOfRuns,
  type DifferenceVerdict,
  LoadGenerator,
  mergeHistograms,
  type RunHandle,
  type RunProgress,
  type RunResult,
  type RunSpec,
} from "../../lab/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { type Stream, scheduleStreams, type Which } from "./schedule.ts";

/** Each server needs a load generator process; of larger fleets only the first servers get traffic. */
export const MAX_SERVERS = 3;
/** In s: connections are opened before the measurement, and nothing is counted. */
const WARMUP_SECONDS = 1;
const PERCENTILES = [50, 95, 99];

export interface TrafficFigures {
  readonly a: SideFigures;
  readonly b: SideFigures;
  readonly latency: readonly CanaryLatency[];
  /** Limitations of the figures, in sentences. */
  readonly notes: readonly string[];
}

interface TrafficParts {
  readonly plan: CanaryPlan;
  readonly servers: Readonly<Record<Which, readonly ServerAdapter[]>>;
  /** Of A's model, whose inputs both sides get. */
  readonly detail: ModelDetail;
  readonly sizes: InputChoice;
  /** Entry module of the load generator's process. */
  readonly generatorEntry: URL;
  readonly signal: AbortSignal;
  /** `progress` 0..1 */
  readonly changed: (figures: TrafficFigures, progress: number) => void;
}

interface Sent {
  readonly stream: Stream;
  progress: RunProgress | null;
  result: RunResult | null;
}

/**
 * Sends load to both sides at once: one open-loop schedule shared between them, one generator process per server. Rejects
 * if a server is unreachable or the load is rejected; an abort ends it with what was measured until then.
 */
export async function sendTraffic(parts: TrafficParts): Promise<TrafficFigures> {
  const { plan, generatorEntry, signal, changed } = parts;
  const used = {
    a: parts.servers.a.slice(0, MAX_SERVERS),
    b: parts.servers.b.slice(0, MAX_SERVERS),
  };
  const streams = scheduleStreams(plan, { a: used.a.length, b: used.b.length });
  const all: Sent[] = streams.map((stream) => ({ stream, progress: null, result: null }));
  const figures = () => computeFigures(all, parts);
  using owned = new DisposableStack();
  const specs = await Promise.all(
    streams.map((stream) =>
      makeTrafficSpec(parts, stream, used[stream.which][stream.server] as ServerAdapter),
    ),
  );
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const runs = all.map(async (sent, index) => {
    const generator = owned.use(new LoadGenerator(generatorEntry));
    const watcher = {
      progress: (progress: RunProgress) => {
        sent.progress = progress;
        if (progress.phase === "measuring")
          changed(figures(), Math.min(1, progress.secondsDone / plan.seconds));
      },
    };
    const run: RunHandle = generator.run(specs[index] as RunSpec, watcher, either);
    sent.result = await run.result;
  });
  try {
    await Promise.all(runs);
  } catch (error) {
    failed.abort();
    await Promise.allSettled(runs);
    throw error;
  }
  return figures();
}

async function makeTrafficSpec(
  { plan, detail, sizes }: TrafficParts,
  stream: Stream,
  server: ServerAdapter,
): Promise<RunSpec> {
  const { batchSize, seed, inputs: distinctInputs, deadlineMs, seconds } = plan;
  const { model, modelVersion } = plan[stream.which];
  const decoupled = isDecoupled(detail);
  const wire = decoupled ? "grpc-stream" : plan.wire;
  const { shapes, byInput } = sizes;
  const { inputs } = planInputs(detail, { batchSize, shapes });
  return {
    wire,
    target: await loadTarget(server, wire),
    traffic: [
      {
        model,
        modelVersion,
        inputs,
        batchSize,
        source: { kind: "generated", byInput },
        distinctInputs,
        reuse: { kind: "turns" },
        checkOutputs: false,
        seed,
        weight: 1,
        deadlineMs,
        priority: 0,
        timeoutMicros: null,
        sequence: null,
        decoupled,
      },
    ],
    load: { kind: "intervals", micros: stream.micros },
    seed,
    warmup: { seconds: WARMUP_SECONDS, requests: null },
    seconds,
    requests: stream.requests,
    boundMs: null,
    windowSeconds: 60,
  };
}

function computeFigures(all: readonly Sent[], { servers }: TrafficParts): TrafficFigures {
  const of = (which: Which) => all.filter(({ stream }) => stream.which === which);
  return {
    a: computeSide(of("a"), servers.a.length),
    b: computeSide(of("b"), servers.b.length),
    latency: compareLatency(of("a"), of("b")),
    notes: all.flatMap(listNotes).filter((note, index, notes) => notes.indexOf(note) === index),
  };
}

function computeSide(all: readonly Sent[], behind: number): SideFigures {
  const sum = (pick: (sent: Sent) => number) => all.reduce((total, sent) => total + pick(sent), 0);
  const answered = sum(({ result, progress }) => result?.successes ?? progress?.successes ?? 0);
  const failures = all.flatMap(({ result }) => result?.failures ?? []);
  const byMessage = Map.groupBy(failures, ({ status, message }) => `${status} ${message}`);
  return {
    servers: all.length,
    behind,
    answered,
    failed: sum(({ result, progress }) =>
      result
        ? result.failures.reduce((total, { count }) => total + count, 0)
        : (progress?.failures ?? 0),
    ),
    failures: [...byMessage.values()].slice(0, 20).map((same) => ({
      code: same[0]?.status ?? "",
      message: (same[0]?.message ?? "").slice(0, 300),
      count: same.reduce((total, { count }) => total + count, 0),
    })),
    meanMs: answered > 0 ? computeMean(all) : null,
  };
}

function recordLatencies(all: readonly Sent[]) {
  return mergeHistograms(all.flatMap(({ result }) => (result ? [result.response] : [])));
}

function computeMean(all: readonly Sent[]): number | null {
  const histogram = recordLatencies(all);
  return histogram.totalCount === 0 ? null : histogram.mean / 1000;
}

/** Compares percentiles by their rank intervals. Both sides ran at the same time, so any significant change counts. */
function compareLatency(a: readonly Sent[], b: readonly Sent[]): CanaryLatency[] {
  if (![...a, ...b].every(({ result }) => result)) return [];
  const { percentiles } = differenceOfRuns(
    { latency: recordLatencies(a), throughputs: [] },
    { latency: recordLatencies(b), throughputs: [] },
    { percentiles: PERCENTILES, leastChange: 0 },
  );
  const inMs = (estimate: { value: number; low: number; high: number } | null) =>
    estimate && {
      value: estimate.value / 1000,
      low: estimate.low / 1000,
      high: estimate.high / 1000,
    };
  return percentiles.map((each) => ({
    percentile: each.percentile,
    a: inMs(each.a),
    b: inMs(each.b),
    relative: each.ratio && each.ratio.value - 1,
    verdict: each.a && each.b ? shownVerdict(each.verdict) : "too few",
  }));
}

const shownVerdict = (verdict: DifferenceVerdict) =>
  verdict === "better" || verdict === "worse" ? verdict : "no difference shown";

function listNotes({ result }: Sent): string[] {
  if (!result) return [];
  const { sends, lateSends } = result.health;
  if (sends === 0 || lateSends / sends <= 0.01) return [];
  return [
    "The generator sent more than 1 % of the requests over 1 ms late: this machine was busy.",
  ];
}
