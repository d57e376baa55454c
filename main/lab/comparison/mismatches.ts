import {
  choosesRepeats,
  type Experiment,
  type ExperimentPlan,
  type Load,
} from "../../contract/index.ts";

/** Unintended differences of two experiments, such as machine, version and inputs; sentences. */
export function mismatches(before: Experiment, after: Experiment): string[] {
  if (before.id === after.id) return [];
  return [...environments(before, after), ...plans(before.plan, after.plan)];
}

type Environment = Experiment["environment"];

function environments(before: Experiment, after: Experiment): string[] {
  const [a, b] = [before.environment, after.environment];
  return [
    ...(a.fingerprint === b.fingerprint ? [] : [machines(a, b)]),
    ...(a.server === b.server ? [] : [`Different servers: ${a.server}, then ${b.server}.`]),
    ...(a.serverVersion === b.serverVersion
      ? []
      : [`Server version ${version(a)}, then ${version(b)}.`]),
    ...(a.sameMachine === b.sameMachine
      ? []
      : [
          `The server ran on ${a.sameMachine ? "the load generator's machine, then on another" : "another machine than the load generator, then on the same"}.`,
        ]),
  ];
}

function machines(a: Environment, b: Environment): string {
  if (a.fingerprint === "" || b.fingerprint === "") {
    return "The machine that sent the load is not known on both sides.";
  }
  return `Different machines sent the load: ${machine(a)}, then ${machine(b)}.`;
}

const machine = ({ cpus, cpuModel, platform }: Environment) => `${cpus} × ${cpuModel}, ${platform}`;
const version = ({ serverVersion }: Environment) => serverVersion ?? "not reported";

function plans(a: ExperimentPlan, b: ExperimentPlan): string[] {
  const fields = PLAN.filter(([, read]) => !same(read(a), read(b))).map(([name]) => name);
  return [
    ...(a.wire === b.wire ? [] : [`Protocol ${a.wire}, then ${b.wire}.`]),
    ...traffics(a, b),
    ...(fields.length > 0 ? [`The plans differ in ${list(fields)}.`] : []),
    ...(hasOtherRequests(a, b) ? ["Other requests were sent: the seeds differ."] : []),
  ];
}

function traffics(a: ExperimentPlan, b: ExperimentPlan): string[] {
  const models = (plan: ExperimentPlan) => plan.traffic.map(({ model }) => model).join(", ");
  if (models(a) !== models(b)) return [`Different models: ${models(a)}, then ${models(b)}.`];
  return a.traffic.flatMap((traffic, index) => {
    const other = b.traffic[index];
    const fields = TRAFFIC.filter(([, field]) => !same(traffic[field], other?.[field]));
    if (fields.length === 0) return [];
    return [`Requests to ${traffic.model} differ in ${list(fields.map(([name]) => name))}.`];
  });
}

/** A share of repeats is chosen again for each run, so that a cache does not hold what an earlier run sent. */
function hasOtherRequests(a: ExperimentPlan, b: ExperimentPlan): boolean {
  return a.seed !== b.seed && !(choosesRepeats(a) && choosesRepeats(b));
}

/** How requests arrive, without the numbers of clients or rates: those are matched one by one. */
function arrivals(load: Load): unknown {
  switch (load.kind) {
    case "concurrency":
      return { ...load, levels: [] };
    case "rate":
      return { ...load, rates: [] };
    case "trace":
      return { ...load, speeds: [] };
    default:
      return load;
  }
}

const PLAN: readonly (readonly [name: string, read: (plan: ExperimentPlan) => unknown])[] = [
  ["how requests arrive", ({ load }) => arrivals(load)],
  ["seconds per step", ({ secondsPerStep }) => secondsPerStep],
  ["requests per step", ({ requestsPerStep }) => requestsPerStep],
  ["warm-up", ({ warmup }) => warmup],
  ["latency objective", ({ objective }) => objective],
  ["early ends", ({ stopWhenCertified }) => stopWhenCertified],
];

const TRAFFIC = [
  ["weight", "weight"],
  ["items per request", "batchSize"],
  ["shapes", "shapes"],
  ["inputs", "inputs"],
  ["different inputs", "distinctInputs"],
  ["repeats", "reuse"],
  ["deadline", "deadlineMs"],
  ["priority", "priority"],
  ["queue timeout", "timeoutMicros"],
  ["sequences", "sequence"],
] as const;

const list = (names: readonly string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
