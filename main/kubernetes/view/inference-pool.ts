import type { InferencePool, Workload } from "../../contract/index.ts";
import type { InferenceModel, InferenceObjective, InferencePoolObject, Pod } from "../objects.ts";

/** Of a picker without one (api/v1/inferencepool_types.go). */
const DEFAULT_PORT = 9002;
const DEFAULT_FAILURE_MODE = "FailClose";
/** That of an earlier version was written by a controller for a pool that no Gateway uses. */
const PLACEHOLDER = "Status";

interface Cluster {
  readonly pods: readonly Pod[];
  readonly workloads: readonly Workload[];
  readonly objectives: readonly InferenceObjective[];
  readonly models: readonly InferenceModel[];
}

/** The Gateway API Inference Extension's custom resource with the pods and the endpoint picker that it names. */
export function inferencePoolView(
  { metadata, spec = {}, status }: InferencePoolObject,
  { pods, workloads, objectives, models }: Cluster,
): InferencePool {
  const namespace = metadata.namespace ?? "";
  const selector = Object.entries(spec.selector?.matchLabels ?? {});
  const isOfPool = (each: InferenceObjective | InferenceModel) =>
    each.metadata.namespace === namespace && each.spec?.poolRef?.name === metadata.name;
  const near = workloads.filter((each) => each.namespace === namespace);
  return {
    namespace,
    name: metadata.name,
    ports: (spec.targetPorts ?? []).map(({ number }) => number),
    selector: selector.map((pair) => pair.join("=")).join(", "),
    pods: pods
      .filter((pod) => pod.metadata.namespace === namespace && hasLabels(pod, selector))
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

/** A pool without labels selects no pods. */
function hasLabels({ metadata }: Pod, selector: readonly (readonly [string, string])[]): boolean {
  return (
    selector.length > 0 && selector.every(([label, value]) => metadata.labels?.[label] === value)
  );
}

function toMember(
  { metadata, status }: Pod,
  workloads: readonly Workload[],
): InferencePool["pods"][number] {
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
