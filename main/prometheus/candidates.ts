import type { LinkCandidate, ReplicaLabel, ServerKind } from "../contract/index.ts";
import { Exposition, kindName, recordedMetrics } from "../servers/kinds/index.ts";
import type { ApiAnswer, ApiSeries, Labels, PrometheusApi } from "./api.ts";
import { matchersOf, quoted } from "./promql.ts";

/** A server whose series are looked for, as the console sees it. */
export interface SoughtServer {
  /** Of a fleet's replica; "" of a server. */
  readonly key: string;
  readonly kind: ServerKind;
  /** Each HOST:PORT, as far as they mean the same to Prometheus. */
  readonly addresses: readonly string[];
  readonly models: readonly string[];
  /** Its metrics now; null without. */
  readonly exposition: string | null;
}

const MOST = 100;
const MAX_NAMED = 5;

/** Labels of servers' own metrics that name no target. */
const MODEL_LABELS = ["model", "model_name", "name"];

/** One target and what speaks for it. */
interface Rated {
  readonly labels: Labels;
  readonly models: readonly string[];
  readonly evidence: readonly string[];
  readonly score: number;
}

interface Targets {
  readonly targets: readonly Labels[];
  /** A target's series of the kind's counter. */
  readonly countersOf: (target: Labels) => readonly ApiSeries[];
  /** When a target's process began, s since the epoch. */
  readonly startsOf: (target: Labels) => readonly ApiSeries[];
}

/** Targets that may be one server, the likeliest first. */
export async function serverCandidates(
  api: PrometheusApi,
  sought: SoughtServer,
  signal: AbortSignal,
): Promise<LinkCandidate[]> {
  const found = await readTargets(api, sought.kind, signal);
  const page = await Exposition.of(sought.exposition ?? "");
  return found.targets
    .map((labels) => rate(labels, found, { ...sought, page }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ labels, models, evidence }) => ({
      labels,
      evidence: [...evidence],
      models: [...models],
      targets: 1,
      replicaLabel: null,
    }));
}

/** Groups of targets, such as a job's, that may be the replicas of a fleet. */
export async function fleetCandidates(
  api: PrometheusApi,
  replicas: readonly SoughtServer[],
  signal: AbortSignal,
): Promise<LinkCandidate[]> {
  const kind = replicas[0]?.kind ?? "triton";
  const found = await readTargets(api, kind, signal);
  const groups = Map.groupBy(found.targets, ({ job = "", namespace = "" }) =>
    JSON.stringify([job, namespace]),
  );
  return [...groups.values()]
    .map((targets) => fleetCandidate(targets, found, replicas))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

function fleetCandidate(
  targets: readonly Labels[],
  found: Targets,
  replicas: readonly SoughtServer[],
): { readonly candidate: LinkCandidate; readonly score: number } {
  const byPod = replicas.filter(({ key }) => targets.some(({ pod }) => pod === key)).length;
  const byAddress = replicas.filter(({ addresses }) =>
    targets.some(({ instance = "" }) => addresses.includes(instance)),
  ).length;
  const replicaLabel: ReplicaLabel = byPod >= byAddress && byPod > 0 ? "pod" : "instance";
  const same = Object.entries(targets[0] ?? {}).filter(
    ([name, value]) => name !== replicaLabel && targets.every((each) => each[name] === value),
  );
  const counters = targets.flatMap(found.countersOf);
  const matched = Math.max(byPod, byAddress);
  const of = `${matched} of ${replicas.length} replicas found by their ${replicaLabel === "pod" ? "pod's name" : "address"}`;
  const exports = counters.length > 0 ? [exportsText(replicas[0]?.kind ?? "triton")] : [];
  const candidate: LinkCandidate = {
    labels: Object.fromEntries(same),
    evidence: [...(matched > 0 ? [of] : []), ...exports],
    models: modelsIn(counters),
    targets: targets.length,
    replicaLabel,
  };
  return { candidate, score: matched * 100 + (counters.length > 0 ? 10 : 0) };
}

async function readTargets(
  api: PrometheusApi,
  kind: ServerKind,
  signal: AbortSignal,
): Promise<Targets> {
  const counter = recordedMetrics(kind)?.counter ?? null;
  const nothing: ApiAnswer = { series: [], warnings: [] };
  const [up, counters, starts] = await Promise.all([
    api.query("up", undefined, signal),
    counter === null ? nothing : api.query(`{__name__=${quoted(counter)}}`, undefined, signal),
    api.query("process_start_time_seconds", undefined, signal),
  ]);
  const scraped = up.series.map(({ labels }) => without(labels, ["__name__"]));
  const targetsOf = Map.groupBy(scraped, instanceOf);
  // Metrics that were written to it rather than scraped have no `up`.
  const others = counters.series
    .filter(
      ({ labels }) =>
        !targetsOf.get(instanceOf(labels))?.some((target) => belongsTo(labels, target)),
    )
    .map(({ labels }) =>
      without(labels, ["__name__", "version", "reason", "engine", ...MODEL_LABELS]),
    );
  const distinct = new Map(others.map((labels) => [matchersOf(labels), labels]));
  return {
    targets: [...scraped, ...distinct.values()].filter((each) => Object.keys(each).length > 0),
    countersOf: ofTarget(counters.series),
    startsOf: ofTarget(starts.series),
  };
}

const instanceOf = ({ instance = "" }: Labels) => instance;

/** Finds a target's series among those of thousands. */
function ofTarget(series: readonly ApiSeries[]): (target: Labels) => readonly ApiSeries[] {
  const byInstance = Map.groupBy(series, ({ labels }) => instanceOf(labels));
  return (target) =>
    byInstance.get(instanceOf(target))?.filter(({ labels }) => belongsTo(labels, target)) ?? [];
}

/** With its metrics, read once. */
interface ReadServer extends SoughtServer {
  readonly page: Exposition;
}

function rate(target: Labels, found: Targets, sought: ReadServer): Rated {
  const counters = found.countersOf(target);
  const models = modelsIn(counters);
  const checks = [
    sameAddress(target, sought),
    counters.length > 0 ? { score: 10, text: exportsText(sought.kind) } : null,
    sameModels(models, sought),
    sameStart(found.startsOf(target)[0], sought),
    sameCounters(counters, sought),
  ].filter((each) => each !== null);
  return {
    labels: target,
    models,
    evidence: checks.map(({ text }) => text),
    score: checks.reduce((sum, { score }) => sum + score, 0),
  };
}

interface Check {
  readonly score: number;
  readonly text: string;
}

function sameAddress({ instance = "", pod }: Labels, sought: SoughtServer): Check | null {
  const { addresses, key } = sought;
  if (key !== "" && pod === key) return { score: 100, text: `Same pod: ${pod}` };
  if (addresses.includes(instance)) return { score: 100, text: `Same address: ${instance}` };
  const host = hostOf(instance);
  if (host === "" || !addresses.some((each) => hostOf(each) === host)) return null;
  return { score: 20, text: `Same host, other port: ${instance}` };
}

function sameModels(models: readonly string[], sought: SoughtServer): Check | null {
  const shared = models.filter((each) => sought.models.includes(each));
  if (shared.length === 0) return null;
  const named = shared.slice(0, MAX_NAMED).join(", ");
  const more = shared.length > MAX_NAMED ? ` and ${shared.length - MAX_NAMED} more` : "";
  const all = shared.length === models.length;
  return {
    score: all ? 30 : 10,
    text: `${all ? "Same models" : "Some of its models"}: ${named}${more}`,
  };
}

function sameStart(start: ApiSeries | undefined, { page }: ReadServer): Check | null {
  const recorded = start?.points.at(-1)?.[1];
  const [own] = page.samples("process_start_time_seconds");
  return own !== undefined && own.value === recorded
    ? { score: 100, text: "Same start of its process" }
    : null;
}

/** A record is older than what the server exports now, so that its counters are a little behind, never ahead. */
function sameCounters(counters: readonly ApiSeries[], { page, kind }: ReadServer): Check | null {
  const name = recordedMetrics(kind)?.counter;
  if (name === undefined) return null;
  const live = page.samples(name);
  let recordedSum = 0;
  for (const { labels, points } of counters) {
    const recorded = points.at(-1)?.[1] ?? 0;
    const own = live.find((sample) => belongsTo(labels, sample.labels));
    if (!own || own.value < recorded) return null;
    recordedSum += recorded;
  }
  const liveSum = live.reduce((sum, { value }) => sum + value, 0);
  if (recordedSum === 0 || recordedSum < liveSum / 2) return null;
  return { score: 25, text: "Its counters agree" };
}

/** Whether a series has all labels of a target, or of a server's own sample. */
function belongsTo(series: Labels, part: Labels): boolean {
  return Object.entries(part).every(([name, value]) => series[name] === value);
}

function modelsIn(series: readonly ApiSeries[]): string[] {
  const names = series.flatMap(({ labels }) => {
    const label = MODEL_LABELS.find((each) => labels[each] !== undefined);
    return label === undefined ? [] : [labels[label] ?? ""];
  });
  return [...new Set(names)].sort();
}

const hostOf = (address: string) => address.replace(/:\d+$/, "");

const exportsText = (kind: ServerKind) => `Exports metrics of ${kindName(kind)}`;

function without(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));
}
