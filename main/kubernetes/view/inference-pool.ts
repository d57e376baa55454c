import type { InferencePool, Replica, Workload } from "../../contract/index.ts";
import { recognise, type Recognised } from "../discovery/recognise.ts";
import type { InferenceModel, InferenceObjective, InferencePoolObject, Pod } from "../objects.ts";
import { toReplica } from "./replica.ts";
import { workloadKey } from "./workloads.ts";

/** Of a picker without one (api/v1/inferencepool_types.go). */
const DEFAULT_PORT = 9002;
const DEFAULT_FAILURE_MODE = "FailClose";
/** That of an earlier version was written by a controller for a pool that no Gateway uses. */
const PLACEHOLDER = "Status";

/** llm-d/llm-d-router `pkg/epp/framework/plugins/scheduling/filter/bylabel`. */
const ROLE_LABEL = "llm-d.ai/role";

interface Cluster {
  readonly contextId: number;
  readonly pods: readonly Pod[];
  readonly workloads: readonly Workload[];
  readonly objectives: readonly InferenceObjective[];
  readonly models: readonly InferenceModel[];
}

/** The Gateway API Inference Extension's custom resource with the pods and the endpoint picker that it names. */
export function inferencePoolView(
  { metadata, spec = {}, status }: InferencePoolObject,
  { contextId, pods: all, workloads, objectives, models }: Cluster,
): InferencePool {
  const namespace = metadata.namespace ?? "";
  const selector = selectorOf(spec);
  const pods = selectedPods({ metadata, spec }, all);
  const isOfPool = (each: InferenceObjective | InferenceModel) =>
    each.metadata.namespace === namespace && each.spec?.poolRef?.name === metadata.name;
  const near = workloads.filter((each) => each.namespace === namespace);
  return {
    key: poolKey(contextId, { metadata }),
    kind: pods.map((pod) => recognise(pod)?.kind).find((kind) => kind !== undefined) ?? null,
    namespace,
    name: metadata.name,
    ports: (spec.targetPorts ?? []).map(({ number }) => number),
    selector: selector.map((pair) => pair.join("=")).join(", "),
    pods: pods
      .map((pod) => toMember(pod, near))
      .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
    objectives: objectives
      .filter(isOfPool)
      .map((each) => ({ name: each.metadata.name, priority: each.spec?.priority ?? 0 }))
      .sort((a, b) => b.priority - a.priority || a.name.localeCompare(b.name, "en")),
    models: models
      .filter(isOfPool)
      .map((each) => ({
        name: each.spec?.modelName ?? each.metadata.name,
        criticality: each.spec?.criticality ?? "",
      }))
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, "en")),
    picker: toPicker(spec.endpointPickerRef ?? {}, near),
    gateways: (status?.parents ?? [])
      .filter(({ parentRef }) => parentRef?.kind !== PLACEHOLDER)
      .map(toGateway),
  };
}

/** Which requests are shed last. Without one a model counts as Standard. */
const CRITICALITIES = ["Critical", "Standard", "Sheddable"];

function rank({ criticality }: InferencePool["models"][number]): number {
  const found = CRITICALITIES.indexOf(criticality || "Standard");
  return found === -1 ? CRITICALITIES.length : found;
}

/** A pool's key within its context. */
export function poolKey(contextId: number, { metadata }: InferencePoolObject): string {
  return workloadKey(contextId, metadata.namespace ?? "", "InferencePool", metadata.name);
}

/** A server behind a pool: a pod at one of the pool's target ports. */
export interface PoolEndpoint {
  readonly replica: Replica;
  /** Differs from the pod's name where the pool has several ports. */
  readonly name: string;
  /** llm-d's, "". */
  readonly role: string;
}

/** Those that a pool's endpoint picker chooses from, and those that aren't ready. */
export function poolEndpoints(pool: InferencePoolObject, pods: readonly Pod[]): PoolEndpoint[] {
  const ports = (pool.spec?.targetPorts ?? []).map(({ number }) => number);
  return selectedPods(pool, pods).flatMap((pod) =>
    ports.map((port) => {
      const replica = toReplica(pod, atPort(pod, port), []);
      const name = ports.length === 1 ? replica.pod : `${replica.pod}:${port}`;
      return { replica, name, role: roleOf(pod) };
    }),
  );
}

/** A recognised server has its other ports too, unless the pool leads to a port of something else, such as a sidecar. */
function atPort(pod: Pod, port: number): Pick<Recognised, "container" | "ports"> {
  const known = recognise(pod);
  return {
    container: known?.container ?? pod.spec?.containers?.[0] ?? { name: "" },
    ports: known?.ports.http === port ? known.ports : { http: port, grpc: null, metrics: null },
  };
}

function roleOf({ metadata }: Pod): string {
  return metadata.labels?.[ROLE_LABEL] ?? "";
}

function selectorOf(spec: InferencePoolObject["spec"]): [string, string][] {
  return Object.entries(spec?.selector?.matchLabels ?? {});
}

/** A pool without labels selects no pods. */
function selectedPods({ metadata, spec }: InferencePoolObject, pods: readonly Pod[]): Pod[] {
  const selector = selectorOf(spec);
  if (selector.length === 0) return [];
  return pods.filter(
    (pod) =>
      (pod.metadata.namespace ?? "") === (metadata.namespace ?? "") &&
      selector.every(([label, value]) => pod.metadata.labels?.[label] === value),
  );
}

function toMember(pod: Pod, workloads: readonly Workload[]): InferencePool["pods"][number] {
  const { metadata, status } = pod;
  const isReady = status?.conditions?.some(
    ({ type, status: met }) => type === "Ready" && met === "True",
  );
  const workload = workloads.find(({ replicas }) =>
    replicas.some(({ pod }) => pod === metadata.name),
  );
  return {
    name: metadata.name,
    ready: isReady === true && metadata.deletionTimestamp === undefined,
    workload: workload?.name ?? "",
    role: roleOf(pod),
  };
}

type PickerRef = NonNullable<NonNullable<InferencePoolObject["spec"]>["endpointPickerRef"]>;

function toPicker(
  { name = "", port, portNumber, failureMode }: PickerRef,
  workloads: readonly Workload[],
): InferencePool["picker"] {
  const isBehind = ({ services }: Workload["replicas"][number]) =>
    services.some((service) => service.name === name);
  const workload = workloads.find(({ replicas }) => replicas.some(isBehind));
  const replicas = workload?.replicas.filter(isBehind) ?? [];
  return {
    service: name,
    port: port?.number ?? portNumber ?? DEFAULT_PORT,
    failureMode: failureMode ?? DEFAULT_FAILURE_MODE,
    workload: workload?.name ?? null,
    ready: replicas.filter(({ ready }) => ready).length,
    replicas: replicas.length,
  };
}

type Parent = NonNullable<NonNullable<InferencePoolObject["status"]>["parents"]>[number];

function toGateway({ parentRef, conditions = [] }: Parent): InferencePool["gateways"][number] {
  const accepted = conditions.find(({ type }) => type === "Accepted");
  const failed = conditions.find(({ status }) => status === "False");
  const isAccepted = accepted?.status === "True" && !failed;
  return {
    name: parentRef?.name ?? "",
    accepted: accepted || failed ? isAccepted : null,
    reason: failed ? `${failed.type}: ${failed.message || failed.reason || "False"}` : "",
  };
}
