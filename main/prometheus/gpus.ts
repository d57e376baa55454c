import type { DcgmGpu } from "../contract/index.ts";
import type { ApiSeries, Labels, PrometheusApi } from "./api.ts";
import { matchersOf, quoted } from "./promql.ts";

/** Where a server runs, as far as it is known. */
export interface GpuPlace {
  /** Names of pods: one, or those of a fleet's replicas. */
  readonly pods: readonly string[];
  /** "": not known. */
  readonly namespace: string;
  /** Names or addresses of machines. */
  readonly nodes: readonly string[];
}

export interface FoundGpus {
  /** How they were found, as pages show it; "": they were not. */
  readonly by: string;
  readonly gpus: DcgmGpu[];
}

/** Fields of NVIDIA/dcgm-exporter etc/default-counters.csv, and how each is brought into the unit of the contract (PROM-16). */
const FIELDS: Readonly<Record<string, readonly [keyof Figures, factor: number]>> = {
  DCGM_FI_DEV_GPU_UTIL: ["utilization", 0.01],
  DCGM_FI_DEV_FB_USED: ["memoryUsedBytes", 1024 ** 2],
  DCGM_FI_DEV_FB_FREE: ["memoryFreeBytes", 1024 ** 2],
  DCGM_FI_DEV_POWER_USAGE: ["watts", 1],
  DCGM_FI_DEV_GPU_TEMP: ["celsius", 1],
};
/** In place of the utilization on MIG instances, which have none (0..1). */
const ENGINE_ACTIVE = "DCGM_FI_PROF_GR_ENGINE_ACTIVE";

interface Figures {
  utilization: number;
  memoryUsedBytes: number;
  memoryFreeBytes: number;
  watts: number;
  celsius: number;
}

const NAMES = [...Object.keys(FIELDS), ENGINE_ACTIVE].join("|");
const MOST = 200;

/** The pod and the node of a GPU's user: renamed by Prometheus where the exporter's own pod has the label (honor_labels: false). */
const POD = ["exported_pod", "pod"];
const NAMESPACE = ["exported_namespace", "namespace"];
const NODE = ["Hostname", "node", "kubernetes_node"];

/** GPUs of pods by the exporter's label; where it has none of them, all GPUs of their nodes. */
export async function findGpus(
  api: PrometheusApi,
  place: GpuPlace,
  signal: AbortSignal,
): Promise<FoundGpus> {
  const { pods, namespace } = place;
  if (pods.length > 0) {
    const own = namespace === "" ? [] : [["namespace", namespace] as const];
    const query = POD.map((label) => {
      const isExported = label.startsWith("exported_");
      const others = own.map(([name, value]) => [isExported ? `exported_${name}` : name, value]);
      const matchers = [
        `__name__=~${quoted(NAMES)}`,
        `${label}=~${quoted(oneOf(pods))}`,
        ...(others.length > 0 ? [matchersOf(Object.fromEntries(others) as Labels)] : []),
      ];
      return `{${matchers.join(",")}}`;
    }).join(" or ");
    const { series } = await api.query(query, undefined, signal);
    const gpus = toGpus(series);
    if (gpus.length > 0) return { by: describe("pod", pods), gpus };
  }
  const nodes = [...new Set([...place.nodes, ...(await nodesOfPods(api, place, signal))])];
  if (nodes.length === 0) return { by: "", gpus: [] };
  const query = [...NODE, "instance"]
    .map((label) => {
      const values = label === "instance" ? `(${oneOf(nodes)})(:[0-9]+)?` : oneOf(nodes);
      return `{__name__=~${quoted(NAMES)},${label}=~${quoted(values)}}`;
    })
    .join(" or ");
  const { series } = await api.query(query, undefined, signal);
  const gpus = toGpus(series);
  return { by: gpus.length > 0 ? describe("node", nodes) : "", gpus };
}

/** As kube-state-metrics knows them; none without it. */
async function nodesOfPods(
  api: PrometheusApi,
  { pods, namespace }: GpuPlace,
  signal: AbortSignal,
): Promise<string[]> {
  if (pods.length === 0) return [];
  const own = namespace === "" ? "" : `,namespace=${quoted(namespace)}`;
  const query = `kube_pod_info{pod=~${quoted(oneOf(pods))}${own}}`;
  const { series } = await api.query(query, undefined, signal);
  return series.flatMap(({ labels }) => labels["node"] ?? []);
}

function toGpus(series: readonly ApiSeries[]): DcgmGpu[] {
  const groups = Map.groupBy(series, ({ labels }) =>
    JSON.stringify([
      firstOf(labels, NODE),
      labels["UUID"] ?? labels["gpu"] ?? labels["device"],
      labels["GPU_I_ID"] ?? "",
      firstOf(labels, POD),
    ]),
  );
  return [...groups.values()]
    .slice(0, MOST)
    .map(toGpu)
    .sort(
      (a, b) =>
        a.node.localeCompare(b.node, "en", { numeric: true }) ||
        a.gpu.localeCompare(b.gpu, "en", { numeric: true }) ||
        a.pod.localeCompare(b.pod, "en", { numeric: true }),
    );
}

function toGpu(series: readonly ApiSeries[]): DcgmGpu {
  const labels = series[0]?.labels ?? {};
  const found: Partial<Figures> = {};
  let active: number | null = null;
  for (const { labels: own, points } of series) {
    const value = points.at(-1)?.[1];
    if (value === undefined || !Number.isFinite(value)) continue;
    const name = own["__name__"] ?? "";
    if (name === ENGINE_ACTIVE) active = value;
    const field = FIELDS[name];
    if (field) found[field[0]] = value * field[1];
  }
  const { memoryUsedBytes = null, memoryFreeBytes = null } = found;
  const profile = labels["GPU_I_PROFILE"] ?? "";
  return {
    gpu: labels["gpu"] ?? labels["device"] ?? "",
    uuid: labels["UUID"] ?? "",
    model: labels["modelName"] ?? "",
    node: firstOf(labels, NODE),
    namespace: firstOf(labels, NAMESPACE),
    pod: firstOf(labels, POD),
    instance: profile === "" ? "" : `${profile} ${labels["GPU_I_ID"] ?? ""}`.trim(),
    utilization: found.utilization ?? active,
    memoryUsedBytes,
    memoryTotalBytes:
      memoryUsedBytes === null || memoryFreeBytes === null
        ? null
        : memoryUsedBytes + memoryFreeBytes,
    watts: found.watts ?? null,
    celsius: found.celsius ?? null,
  };
}

const firstOf = (labels: Labels, names: readonly string[]) =>
  names.map((name) => labels[name]).find((value) => value) ?? "";

/** A regular expression of texts. */
const oneOf = (texts: readonly string[]) =>
  texts.map((text) => text.replace(/[^A-Za-z0-9_-]/g, "\\$&")).join("|");

function describe(what: string, names: readonly string[]): string {
  const [first = ""] = names;
  return names.length === 1 ? `${what} ${first}` : `${names.length} ${what}s`;
}
