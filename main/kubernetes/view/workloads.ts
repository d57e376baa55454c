import type { ClusterEvent, Workload } from "../../contract/index.ts";
import { findKserveService } from "../discovery/kserve-service.ts";
import { findController, findOwner } from "../discovery/owners.ts";
import { recognise, type Recognised } from "../discovery/recognise.ts";
import type {
  EndpointSlice,
  HorizontalPodAutoscaler,
  KubeEvent,
  KubeObject,
  Pod,
  Service,
} from "../objects.ts";
import { toAutoscaler } from "./autoscaler.ts";
import { describeProbes, toReplica, parseTime } from "./replica.ts";
import { ServiceMap } from "./services.ts";

/** The state of a cluster, or of one of its namespaces, at one moment. */
export interface ClusterObjects {
  readonly pods: readonly Pod[];
  readonly replicaSets: readonly KubeObject[];
  readonly services: readonly Service[];
  readonly slices: readonly EndpointSlice[];
  readonly autoscalers: readonly HorizontalPodAutoscaler[];
  readonly events: readonly KubeEvent[];
}

interface Found {
  readonly pod: Pod;
  readonly recognised: Recognised;
}

/** A workload's key within its context. */
export function workloadKey(contextId: number, namespace: string, owner: string, name: string) {
  return `${contextId}/${namespace}/${owner}/${name}`;
}

/** The pods that serve models, grouped by owner. */
export function listWorkloads(contextId: number, objects: ClusterObjects): Workload[] {
  const sets = new Map(
    objects.replicaSets.map((each) => [
      `${each.metadata.namespace ?? ""}/${each.metadata.name}`,
      each,
    ]),
  );
  const services = new ServiceMap(objects.services, objects.slices);
  const groups = new Map<string, Found[]>();
  for (const pod of objects.pods) {
    if (pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed") continue;
    const recognised = recognise(pod);
    if (!recognised) continue;
    const { kind, name } = findOwner(pod, sets);
    if (kind === "Job") continue;
    const key = workloadKey(contextId, pod.metadata.namespace ?? "", kind, name);
    const group = groups.get(key);
    if (group) group.push({ pod, recognised });
    else groups.set(key, [{ pod, recognised }]);
  }
  const happenings = new ClusterEvents(objects.events);
  return [...groups]
    .map(([key, found]) => toWorkload(key, found, { services, happenings }, objects))
    .sort((a, b) => a.namespace.localeCompare(b.namespace) || a.name.localeCompare(b.name));
}

function toWorkload(
  key: string,
  found: readonly Found[],
  { services, happenings }: { services: ServiceMap; happenings: ClusterEvents },
  { autoscalers, replicaSets }: ClusterObjects,
): Workload {
  const [, namespace = "", owner = "", name = ""] = key.split("/");
  const newest = found.toSorted((a, b) => createdAt(b).localeCompare(createdAt(a)))[0] as Found;
  const replicas = found
    .map(({ pod, recognised }) =>
      toReplica(pod, recognised, services.of(namespace, pod.metadata.name)),
    )
    .sort((a, b) => a.pod.localeCompare(b.pod, "en", { numeric: true }));
  const names = new Set(replicas.flatMap((each) => each.services.map((service) => service.name)));
  const autoscaler = autoscalers.find(
    ({ metadata, spec }) =>
      metadata.namespace === namespace &&
      spec?.scaleTargetRef?.kind === owner &&
      spec.scaleTargetRef.name === name,
  );
  const service = findKserveService(newest.pod);
  const about = new Set([
    `${owner}/${name}`,
    ...replicaSets.filter((each) => isOwnedObject(each, namespace, owner, name)).map(setKey),
    ...replicas.map(({ pod }) => `Pod/${pod}`),
    ...(autoscaler ? [`HorizontalPodAutoscaler/${autoscaler.metadata.name}`] : []),
    ...(service ? [`${service.kind}/${service.name}`] : []),
  ]);
  return {
    key,
    namespace,
    owner,
    name,
    kind: newest.recognised.kind,
    evidence: [...newest.recognised.evidence],
    service,
    images: [...new Set(replicas.map(({ image }) => image))],
    probes: describeProbes(newest.recognised.container),
    addresses: [...names]
      .sort()
      .map((service) => services.address(namespace, service, newest.recognised.ports))
      .filter((each) => each !== null),
    replicas,
    autoscaler: autoscaler ? toAutoscaler(autoscaler) : null,
    events: happenings.of(namespace, [...about]),
  };
}

/** The events of a pod that could not be created belong to the ReplicaSet, not to its Deployment. */
function isOwnedObject(
  { metadata }: KubeObject,
  namespace: string,
  kind: string,
  name: string,
): boolean {
  const above = findController(metadata);
  return metadata.namespace === namespace && above?.kind === kind && above.name === name;
}

const setKey = ({ metadata }: KubeObject) => `ReplicaSet/${metadata.name}`;

function createdAt({ pod }: Found): string {
  return pod.metadata.creationTimestamp ?? "";
}

const MOST = 20;

/** A cluster's events by what they are about. */
class ClusterEvents {
  readonly #about = new Map<string, KubeEvent[]>();

  constructor(events: readonly KubeEvent[]) {
    for (const event of events) {
      const { kind, name } = event.involvedObject ?? {};
      const key = `${event.metadata.namespace ?? ""}/${kind}/${name}`;
      const known = this.#about.get(key);
      if (known) known.push(event);
      else this.#about.set(key, [event]);
    }
  }

  /** The events of some objects of a namespace, each "Kind/name", newest first. */
  of(namespace: string, about: readonly string[]): ClusterEvent[] {
    return about
      .flatMap((object) => this.#about.get(`${namespace}/${object}`) ?? [])
      .map(clusterEvent)
      .sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
      .slice(0, MOST);
  }
}

function clusterEvent(event: KubeEvent): ClusterEvent {
  return {
    at: parseTime(
      event.series?.lastObservedTime ??
        event.lastTimestamp ??
        event.eventTime ??
        event.firstTimestamp ??
        event.metadata.creationTimestamp,
    ),
    object: `${event.involvedObject?.kind} ${event.involvedObject?.name}`,
    isWarning: event.type === "Warning",
    reason: event.reason ?? "",
    message: event.message ?? "",
    count: event.series?.count ?? event.count ?? 1,
  };
}
