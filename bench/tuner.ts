/**
 * Quality of the configurations that the tuner finds, and number of trials, on simulated servers with a known optimum,
 * compared with random search and hill climbing with as many trials. Trials of the tuner end early as in the product
 * (`--no-early-ends` completes all), and the second best takes part in the pairs of the confirmation, which don't count as trials.
 *
 *     node bench/tuner.ts [--runs=5] [--seed=0] [--trials=12] [--noise=0.1] [--seconds=5] [--unseen] [--servers=NAME;NAME]
 *         [--goals=0,1,2,3] [--methods=tuner,random] [--no-early-ends] [--no-singles]
 */
import { parseArgs } from "node:util";
import { finish } from "../base/steps.ts";
import { type Random, seededRandom, deriveSeed } from "../main/wire/index.ts";
import { meets, type Outcome, type TuningGoal } from "../main/tuning/search/goal.ts";
import { ConfigurationSearch } from "../main/tuning/search/search.ts";
import { grid, type Point, samePoint, type Settings } from "../main/tuning/search/settings.ts";
import { measuredSeconds } from "./tuner/early-end.ts";
import { climb, randomSearch } from "./tuner/others.ts";
import {
  noisy,
  servers,
  singleBatches,
  type SyntheticServer,
  truth,
  unseenServers,
} from "./tuner/synthetic.ts";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    trials: { type: "string", default: "12" },
    noise: { type: "string", default: "0.1" },
    seed: { type: "string", default: "0" },
    /** Duration of each measurement. */
    seconds: { type: "string", default: "5" },
    /** The servers that weren't used to design the search. */
    unseen: { type: "boolean", default: false },
    servers: { type: "string" },
    goals: { type: "string", default: "0,1,2,3" },
    /** Whether the server reports the times of single batches. */
    singles: { type: "boolean", default: true },
    "early-ends": { type: "boolean", default: true },
    methods: { type: "string", default: "tuner,random,hill climbing" },
    verbose: { type: "boolean", default: false },
  },
  allowNegative: true,
});
const runs = Number(flags.runs);
const trials = Number(flags.trials);
const noise = Number(flags.noise);
const firstSeed = Number(flags.seed);
const seconds = Number(flags.seconds);
const wanted = flags.servers?.split(";");
const measuredServers = (flags.unseen ? unseenServers : servers).filter(
  ({ name }) => wanted?.includes(name) ?? true,
);

const METHODS = ["tuner", "random", "hill climbing"] as const;
/** Of the confirmation. */
const PAIRS = 3;
const CLIENTS = [1, 2, 4, 8, 16, 32, 64, 128];
const BASELINE: Settings = { maxBatchSize: 1, delayUs: 0, instances: 1 };
/** A p99 above the limit by at most this factor still counts as within. */
const TOLERANCE = 1.05;

function listPoints({ maxBatchSize, maxInstances }: SyntheticServer, goal: TuningGoal): Point[] {
  const clients = goal.kind === "throughput" ? CLIENTS : null;
  return grid({ maxBatchSize, maxInstances, maxDelayUs: 5000, clients });
}

const withLimit = (goal: TuningGoal, factor: number): TuningGoal =>
  goal.kind !== "latency" && goal.p99Ms !== null ? { ...goal, p99Ms: goal.p99Ms * factor } : goal;

/** Figure of merit, larger is better, 0 if a limit is exceeded. */
function quality(goal: TuningGoal, { settings }: Point, outcome: Outcome): number {
  if (!meets(withLimit(goal, TOLERANCE), outcome)) return 0;
  if (goal.kind === "throughput") return outcome.throughput;
  if (goal.kind === "latency") return 1 / outcome.p99Ms;
  return 1 / settings.instances;
}

function listGoals(server: SyntheticServer): TuningGoal[] {
  const alone = (server.batchNs(1) + server.overheadNs) / 1e6;
  const capacity = 1e9 / server.batchNs(1);
  return [
    { kind: "throughput", p99Ms: alone * 8 },
    { kind: "throughput", p99Ms: null },
    { kind: "latency", rate: capacity * 0.8 },
    { kind: "instances", rate: capacity * 0.9, p99Ms: alone * 6 },
  ];
}

interface Tally {
  ratios: number[];
  trials: number;
  worse: number;
  ms: number;
  /** Total measurement time, without early ends. */
  seconds: number;
  fullSeconds: number;
  early: number;
  /** Runs in which the second best took part in the confirmation. */
  seconded: number;
}

const nothing = (): Tally => ({
  ratios: [],
  trials: 0,
  worse: 0,
  ms: 0,
  seconds: 0,
  fullSeconds: 0,
  early: 0,
  seconded: 0,
});

const total: Record<string, Tally> = {};
const tally = (name: string) => (total[name] ??= nothing());

for (const server of measuredServers) {
  const goals = listGoals(server).filter((_, i) => flags.goals.split(",").includes(String(i)));
  for (const goal of goals) {
    const points = listPoints(server, goal);
    const all = points.map((point) => ({ point, ...truth(server, goal, point) }));
    const find = (point: Point) => {
      const found = all.find((each) => samePoint(each.point, point));
      if (!found) throw new Error(`not in the grid: ${JSON.stringify(point)}`);
      return found;
    };
    const bestQuality = Math.max(
      ...all.map(({ point, outcome }) => quality(withLimit(goal, 1 / TOLERANCE), point, outcome)),
    );
    if (bestQuality === 0) {
      console.log(`${server.name}, ${describe(goal)}: nothing reaches it`);
      continue;
    }
    const ofBaseline = Math.max(
      ...all
        .filter(({ point }) => JSON.stringify(point.settings) === JSON.stringify(BASELINE))
        .map(({ point, outcome }) => quality(goal, point, outcome)),
    );
    const line: string[] = [];
    for (const method of METHODS.filter((each) => flags.methods.split(",").includes(each))) {
      const here = nothing();
      for (let run = firstSeed; run < firstSeed + runs; run++) {
        const random = seededRandom(deriveSeed(run, 99));
        const measure = (point: Point, own = noise) => noisy(find(point), goal, own, random);
        const started = performance.now();
        const found: FoundPoint =
          method === "tuner"
            ? tune(server, goal, { points, measure, random, seed: run })
            : (method === "random" ? randomSearch : climb)({
                goal,
                points,
                trials,
                measure: (each) => measure(each).outcome,
                random,
              });
        const { point, used } = found;
        here.seconds += found.seconds ?? used * seconds;
        here.fullSeconds += used * seconds;
        here.early += found.early ?? 0;
        here.seconded += found.hasSecond ? 1 : 0;
        here.ms += performance.now() - started;
        const reached = point ? quality(goal, point, find(point).outcome) : 0;
        here.ratios.push(reached / bestQuality);
        here.trials += used;
        if (reached < ofBaseline * 0.95) here.worse += 1;
        if (flags.verbose && method === "tuner") {
          console.log(`   ${(reached / bestQuality).toFixed(3)} ${used} ${JSON.stringify(point)}`);
        }
      }
      const sum = tally(method);
      sum.ratios.push(...here.ratios);
      sum.trials += here.trials;
      sum.worse += here.worse;
      sum.ms += here.ms;
      sum.seconds += here.seconds;
      sum.fullSeconds += here.fullSeconds;
      sum.early += here.early;
      sum.seconded += here.seconded;
      line.push(`${method} ${show(here)}`);
    }
    console.log(`${server.name}, ${describe(goal)} (${points.length} points): ${line.join("; ")}`);
  }
}
for (const [name, each] of Object.entries(total)) console.log(`all, ${name}: ${show(each)}`);

function describe(goal: TuningGoal): string {
  if (goal.kind === "latency") return `lowest p99 at ${goal.rate.toFixed(0)}/s`;
  const limit = goal.p99Ms === null ? "" : ` with p99 ≤ ${goal.p99Ms.toFixed(1)} ms`;
  if (goal.kind === "throughput") return `highest throughput${limit}`;
  return `fewest instances at ${goal.rate.toFixed(0)}/s${limit}`;
}

function show({ ratios, trials: used, worse, ms, ...more }: Tally): string {
  const good = ratios.filter((ratio) => ratio >= 0.95).length;
  const sorted = ratios.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  const perRun = (value: number) => (value / ratios.length).toFixed(1);
  const saved =
    more.early > 0
      ? `, ${perRun(more.early)} of them ended early: ${perRun(more.seconds)} s of load for ${perRun(more.fullSeconds)} s`
      : "";
  const seconded = more.seconded > 0 ? `, ${more.seconded} with a second in the pairs` : "";
  return `${((good / ratios.length) * 100).toFixed(0)} % of ${ratios.length} ≥ 95 % of the best (p5 ${at(0.05)}, median ${at(0.5)}), ${perRun(used)} trials${saved}${seconded}, ${worse} worse than the baseline, ${(ms / ratios.length / 1000).toFixed(1)} s`;
}

/** `seconds` of load, and number of `early` ends, only for the tuner; `hasSecond`: the second best took part in the confirmation. */
interface FoundPoint {
  readonly point: Point | null;
  readonly used: number;
  readonly seconds?: number;
  readonly early?: number;
  readonly hasSecond?: boolean;
}

interface Trials {
  readonly points: readonly Point[];
  readonly measure: (point: Point, noise?: number) => ReturnType<typeof truth>;
  readonly random: Random;
  readonly seed: number;
}

function tune(
  server: SyntheticServer,
  goal: TuningGoal,
  { points, measure, random, seed }: Trials,
): FoundPoint {
  const search = new ConfigurationSearch({
    goal,
    known: [{ size: 1, busy: 1, count: 100, ns: server.batchNs(1) * 1.1 }],
    overheadNs: server.overheadNs * 0.7,
    itemsPerRequest: 1,
    points,
    baseline: BASELINE,
    trials,
    noise,
    requests: 800,
    seed,
  });
  let [used, spent, early] = [0, 0, 0];
  for (let trial = finish(search.next()); trial; trial = finish(search.next())) {
    const { clients } = trial.point;
    const whole = measure(trial.point);
    const cutoff = flags["early-ends"] ? search.cutoff(trial.point) : null;
    const took = measuredSeconds({ ...whole, clients, seconds, random }, cutoff);
    // Like the product treats a measurement that ended early.
    const own = took < seconds ? noise * 2 : noise;
    const { outcome, batches } = took < seconds ? measure(trial.point, own) : whole;
    // Of the most frequent size.
    const size = batches.reduce((a, b) => (b.count > a.count ? b : a), batches[0]!).size;
    const singles = flags.singles ? singleBatches(server, size, random) : [];
    search.add(trial.point, outcome, { batches, singles, noise: own, endedEarly: took < seconds });
    used += 1;
    spent += took;
    if (took < seconds) early += 1;
    if (flags.verbose) {
      console.log(
        `      ${JSON.stringify(trial.point)} predicted ${trial.predicted.throughput.toFixed(0)}/s ${trial.predicted.p99Ms.toFixed(1)} measured ${outcome.throughput.toFixed(0)}/s ${outcome.p99Ms.toFixed(1)} ${trial.reason}`,
      );
    }
  }
  const found = search.best();
  const runnerUp = found && search.runnerUp(found, PAIRS);
  if (!runnerUp) return { point: found?.point ?? null, used, seconds: spent, early };
  const both = [found.point, runnerUp];
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const point of both) {
      const { outcome, batches } = measure(point);
      search.add(point, outcome, { batches });
    }
  }
  return { point: search.best(both)?.point ?? null, used, seconds: spent, early, hasSecond: true };
}
