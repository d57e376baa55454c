/**
 * Predictions of the simulator compared with measurements of clients, on the sample models with dynamic batching and without
 * cache: rates of 30, 60, 80 and 90 % of capacity, at 60 % also with constant and bursty arrivals, and closed loops. Each
 * round learns batch times with closed loops, and the way outside of queue and batch with its pauses from one client; then
 * each load is measured and compared with two predictions: with the times learned before, and with those of the batches of
 * this load as well, which excludes changes of the machine in between. Prints a table for docs/benchmarks.md: medians and ranges of
 * the measurements over the rounds, the median error of each prediction, and how far each measurement is from the median
 * of the other rounds, below which no prediction can be expected to be.
 *
 *     node bench/simulator.ts [--models=ranker,mlp,cnn_small,text_encoder] [--seconds=2.5] [--rounds=3] [--verbose]
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSampleModels } from "../assets/sample-models/index.ts";
import { finish } from "../base/steps.ts";
import { configFromJson } from "../engine/config/index.ts";
import { startServing } from "../engine/testing/serving-process.ts";
import { LoadGenerator } from "../main/lab/measuring.ts";
import { openTarget } from "../main/lab/target/index.ts";
import {
  type BatchSample,
  type CostModel,
  learnCost,
  type FrontEnd,
  learnFactors,
  aloneNs,
  learnFront,
  learnFrontWork,
  learnPath,
  meanTime,
  smoothed,
  type Pauses,
  simulate,
  type SimulatedModel,
  type Path,
  type SimulatedTraffic,
  type SingleBatch,
} from "../main/simulation/index.ts";
import { plainTarget } from "../main/wire/index.ts";
import { measure, type Measured, type Subject, watchBatches } from "./simulator/measured.ts";
import { median, medianAndSpread } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    models: { type: "string", default: "ranker,mlp,cnn_small,text_encoder" },
    seconds: { type: "string", default: "2.5" },
    rounds: { type: "string", default: "3" },
    verbose: { type: "boolean", default: false },
  },
});
const models = flags.models.split(",");
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);

const FIGURES = ["throughput", "p50", "p99"] as const;
/** The last number is twice the largest batch: the front end then works while batches run. */
const calibrationClients = ({ maxBatchSize }: SimulatedModel) => [1, 6, 32, 2 * maxBatchSize];
/** Candidates for the share of its speed that a batch loses while the front end works. */
const FRONT_SLOWDOWNS = [0, 0.2, 0.4, 0.6, 0.8];
const CALIBRATION_SECONDS = 1;
/** How long requests at the rate of closed loops show the highest rate that the generator and the server keep up with. */
const OPEN_SECONDS = 1;
/** Noise of a calibration's throughput, and of its mean time outside of queue and batch, as shares. */
const LOOP_NOISE = 0.03;
const OUTSIDE_NOISE = 0.1;

const clients = (count: number): SimulatedTraffic => ({
  kind: "clients",
  clients: count,
  thinkMs: 0,
});

const loads: readonly {
  readonly name: string;
  /** For the round's capacity. */
  readonly traffic: (capacity: number) => SimulatedTraffic;
}[] = [
  ...[0.3, 0.6, 0.8, 0.9].map((share) => ({
    name: `${share * 100} %`,
    traffic: (capacity: number): SimulatedTraffic => ({
      kind: "rate",
      rate: Math.round(capacity * share),
      arrivals: { kind: "poisson" },
    }),
  })),
  ...([{ kind: "constant" }, { kind: "gamma", burstiness: 0.5 }] as const).map((arrivals) => ({
    name: `60 %, ${arrivals.kind}`,
    traffic: (capacity: number): SimulatedTraffic => ({
      kind: "rate",
      rate: Math.round(capacity * 0.6),
      arrivals,
    }),
  })),
  { name: "8 clients", traffic: () => clients(8) },
  { name: "64 clients", traffic: () => clients(64) },
];

interface Learned {
  readonly cost: CostModel;
  readonly overheadNs: number;
  readonly pauses: Pauses;
  /** Executions of the loops. */
  readonly samples: readonly BatchSample[];
  /** Learned from few and from many clients. */
  readonly front: FrontEnd;
  /** The highest rate, responses/s, that clients reach, in a closed loop and at a rate. */
  readonly capacity: number;
}

type Watched = (traffic: SimulatedTraffic, seconds: number, seed: number) => Promise<SingleBatch[]>;
type Run = (traffic: SimulatedTraffic, seconds: number, seed: number) => Promise<Measured>;

interface Loop {
  readonly count: number;
  readonly throughput: number;
  /** Mean time outside of queue and batch. */
  readonly outsideMs: number;
  readonly cost: CostModel;
}

async function learn(run: Run, watched: Watched, model: SimulatedModel): Promise<Learned> {
  const samples: BatchSample[] = [];
  const singles: SingleBatch[] = [];
  const loops: Loop[] = [];
  let path: Path | undefined;
  for (const count of calibrationClients(model)) {
    const { executions, throughput, responses, mean, serverMs } = await run(
      clients(count),
      CALIBRATION_SECONDS,
      1,
    );
    const batches = await watched(clients(count), CALIBRATION_SECONDS, 1);
    const own = executions.map((each) => ({ ...each, busy: 1 }));
    if (count <= model.maxBatchSize) {
      samples.push(...own);
      singles.push(...batches);
    }
    const outsideMs = mean - serverMs;
    path ??= learnPath({
      responses,
      batches: batches.map(({ ns }) => ns),
      outsideNs: outsideMs * 1e6,
    });
    loops.push({ count, throughput, outsideMs, cost: costFrom(own, batches) });
  }
  const closed = Math.max(...loops.map(({ throughput }) => throughput));
  const open = await run(
    { kind: "rate", rate: Math.round(closed), arrivals: { kind: "poisson" } },
    OPEN_SECONDS,
    1,
  );
  const capacity = Math.min(closed, open.throughput);
  const cost = costFrom(samples, singles);
  if (!path) throw new Error("no client to learn from");
  const { overheadNs, pauses } = path;
  // A single client's time outside of queue and batch includes the front end.
  const withFront = (front: FrontEnd, own = cost) => ({
    cost: own,
    front,
    overheadNs: Math.max(0, overheadNs - aloneNs(front)),
    pauses,
    capacity,
    samples,
  });
  const simulated = ({ count }: Loop, learned: Learned) =>
    simulateLoad(model, learned, clients(count), 5000);
  // The batches of each loop include what they lose to the front end: the front end's time is
  // learned first, the loss afterwards.
  const longestNs = Math.min(overheadNs, 1e9 / closed);
  const { serialNs, turnNs = 0 } = finish(
    learnFrontWork(
      loops.map((loop) => ({
        measured: loop.outsideMs,
        noise: OUTSIDE_NOISE,
        simulate: (front) => simulated(loop, withFront(front, loop.cost)).outsideMs ?? Number.NaN,
      })),
      { longestNs, outsideNs: overheadNs },
    ),
  );
  const busiest = loops.slice(-1).map((loop) => ({
    measured: loop.throughput,
    noise: LOOP_NOISE,
    simulate: (front: FrontEnd) => simulated(loop, withFront(front)).throughput,
  }));
  const fronts = FRONT_SLOWDOWNS.map((slowdown) => ({ serialNs, turnNs, slowdown }));
  return withFront(finish(learnFront(busiest, fronts)));
}

function costFrom(samples: readonly BatchSample[], singles: readonly SingleBatch[]): CostModel {
  const learned = learnCost(samples);
  if (!learned) throw new Error("too few executions to learn from");
  const times = smoothed(learned.cost, samples);
  return { ...learned.cost, times, factors: learnFactors(singles) };
}

interface Figures {
  readonly throughput: number;
  readonly p50: number;
  readonly p99: number;
}

function predicted(model: SimulatedModel, learned: Learned, traffic: SimulatedTraffic): Figures {
  const { throughput, latency } = simulateLoad(model, learned, traffic, 50_000);
  return { throughput, p50: latency?.p50 ?? Number.NaN, p99: latency?.p99 ?? Number.NaN };
}

function simulateLoad(
  model: SimulatedModel,
  { cost, overheadNs, pauses, front }: Learned,
  traffic: SimulatedTraffic,
  requests: number,
) {
  return simulate({
    model,
    cost,
    traffic,
    seconds: 3600,
    warmupSeconds: 360,
    requests,
    itemsPerRequest: 1,
    overheadNs,
    serialNs: front.serialNs,
    turnNs: front.turnNs ?? 0,
    pauses,
    frontSlowdown: front.slowdown,
    cache: { hitRate: 0, hitNs: 0 },
    seed: 7,
  });
}

const repository = await mkdtemp(join(tmpdir(), "batchdeck-simulator-"));
await writeSampleModels(repository);
for (const model of models) {
  const file = join(repository, model, "config.pbtxt");
  const text = (await readFile(file, "utf8")).replace(/^#.*|response_cache.*/gm, "");
  await writeFile(
    file,
    text.includes("dynamic_batching {") ? text : `${text}dynamic_batching {}\n`,
  );
}
const engine = await startServing(repository, [
  "--model-control-mode=explicit",
  ...models.map((model) => `--load-model=${model}`),
]);
using generator = new LoadGenerator(new URL("../main/lab/generator/process.ts", import.meta.url));
try {
  console.log(
    "| model | load | throughput, /s | p50, ms | p99, ms | off, times learned before: throughput, p50, p99 | off, times of the same run | rounds off each other |\n|---|---|---|---|---|---|---|---|",
  );
  for (const model of models) await compare(model);
} finally {
  engine.child.kill("SIGTERM");
  await engine.exit;
  await rm(repository, { recursive: true });
}

async function compare(model: string): Promise<void> {
  const target = plainTarget(engine.grpc);
  if (!target) throw new Error("the engine has no address");
  using server = openTarget("grpc", target);
  const { config } = await server.modelDetail(model);
  const { max_batch_size, dynamic_batching } = configFromJson(config);
  const simulated = { maxBatchSize: max_batch_size, batching: dynamic_batching, instances: 1 };
  const subject: Subject = { model, address: engine.grpc, server, generator };
  const run: Run = (traffic, span, seed) => measure(subject, traffic, { seconds: span, seed });
  const watched: Watched = (...load) => watchBatches(subject, () => run(...load));
  // Warms up, since the first requests are slower.
  await run(clients(16), 1, 1);
  const pairs = new Map<string, Pair[]>(loads.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    const learned = await learn(run, watched, simulated);
    if (flags.verbose) console.error(describe(model, learned));
    for (const { name, traffic: trafficAt } of loads) {
      const traffic = trafficAt(learned.capacity);
      const measured = await run(traffic, seconds, round);
      const own = measured.executions.map((each) => ({ ...each, busy: 1 }));
      pairs.get(name)?.push({
        before: predicted(simulated, learned, traffic),
        same: predicted(simulated, withOwnTimes(learned, own), traffic),
        measured,
      });
    }
  }
  for (const [name, each] of pairs) console.log(`| \`${model}\` | ${row(name, each)} |`);
}

/**
 * With the batches of the same run next to those of the loops, which show sizes that are rare in it, at the speed of this run.
 * Its times include what batches lost to the front end.
 */
function withOwnTimes(learned: Learned, own: readonly BatchSample[]): Learned {
  const { cost, samples, front } = learned;
  const usual = (of: (each: BatchSample) => number) =>
    own.reduce((sum, each) => sum + each.count * of(each), 0);
  const speed = usual(({ ns }) => ns) / usual(({ size }) => meanTime(cost.times, size));
  const all = [...own, ...samples.map((each) => ({ ...each, ns: each.ns * speed }))];
  const { factors = [] } = cost;
  return {
    ...learned,
    cost: { ...costFrom(all, []), factors },
    front: { ...front, slowdown: 0 },
  };
}

interface Pair {
  /** With batch times learned before, and with those of the same run. */
  readonly before: Figures;
  readonly same: Figures;
  readonly measured: Measured;
}

function row(name: string, pairs: readonly Pair[]): string {
  const measured = FIGURES.map((figure) =>
    medianAndSpread(
      pairs.map((pair) => pair.measured[figure]),
      figure === "throughput" ? 0 : 1,
    ),
  );
  const off = (["before", "same"] as const).map((from) =>
    FIGURES.map((figure) =>
      percent(median(pairs.map((pair) => pair[from][figure] / pair.measured[figure] - 1))),
    ).join(", "),
  );
  const apart = FIGURES.map((figure) =>
    percent(distanceOfRounds(pairs.map(({ measured: { [figure]: value } }) => value))).slice(1),
  ).join(", ");
  const failed = pairs.reduce((sum, { measured: { failures } }) => sum + failures, 0);
  return [failed > 0 ? `${name}, ${failed} failed` : name, ...measured, ...off, apart].join(" | ");
}

/** Median distance of a round from the median of the others, as a share of it. */
function distanceOfRounds(values: readonly number[]): number {
  return median(
    values.map((value, i) =>
      Math.abs(value / median(values.filter((_, other) => other !== i)) - 1),
    ),
  );
}

function percent(share: number): string {
  if (Number.isNaN(share)) return "overloaded";
  return `${share >= 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(0)} %`;
}

function describe(model: string, { cost, overheadNs, pauses, front, capacity }: Learned): string {
  const sizes = cost.times.map(({ size, ns }) => `${size}: ${(ns / 1e6).toFixed(2)}`);
  return `${model}: overhead ${(overheadNs / 1e6).toFixed(2)} ms, ${(pauses.share * 100).toFixed(1)} % of wake-ups ${(median(pauses.ns) / 1e6).toFixed(2)} ms late, front end ${(front.serialNs / 1000).toFixed(0)} µs and ${((front.turnNs ?? 0) / 1000).toFixed(0)} per turn (batches lose ${front.slowdown * 100} %), capacity ${capacity.toFixed(0)}/s, batches ${sizes.join(", ")}`;
}
