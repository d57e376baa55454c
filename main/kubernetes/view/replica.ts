import type { Replica } from "../../contract/index.ts";
import type { Recognised } from "../discovery/recognise.ts";
import type { Container, ContainerStatus, Pod, Probe } from "../objects.ts";

/** A pod as one replica of what it serves. */
export function toReplica(
  pod: Pod,
  { container, ports }: Pick<Recognised, "container" | "ports">,
  services: Replica["services"],
): Replica {
  const { metadata, status, spec } = pod;
  const own = status?.containerStatuses?.find(({ name }) => name === container.name);
  const readyCondition = status?.conditions?.find(({ type }) => type === "Ready");
  const ready = readyCondition?.status === "True";
  const isGoing = metadata.deletionTimestamp !== undefined;
  return {
    pod: metadata.name,
    uid: metadata.uid ?? "",
    phase: isGoing ? "Terminating" : (status?.phase ?? "Unknown"),
    ready: ready && !isGoing,
    reason: ready ? null : findReason(pod, own),
    restarts: own?.restartCount ?? 0,
    lastEnd: toLastEnd(own),
    node: spec?.nodeName ?? "",
    createdAt: parseTime(metadata.creationTimestamp),
    image: container.image ?? "",
    ports,
    containers: toContainers(pod, container.name),
    services,
  };
}

function toContainers({ spec, status }: Pod, serving: string): Replica["containers"] {
  const countRestarts = (name: string, all: readonly ContainerStatus[] = []) =>
    all.find((each) => each.name === name)?.restartCount ?? 0;
  const main = (spec?.containers ?? []).map(({ name }) => ({
    name,
    isInit: false,
    restarts: countRestarts(name, status?.containerStatuses),
  }));
  const initial = (spec?.initContainers ?? []).map(({ name }) => ({
    name,
    isInit: true,
    restarts: countRestarts(name, status?.initContainerStatuses),
  }));
  const isServing = ({ name }: { name: string }) => name === serving;
  return [...main.filter(isServing), ...main.filter((each) => !isServing(each)), ...initial];
}

/** ms since the epoch; null without one. */
export function parseTime(written: string | null | undefined): number | null {
  const time = Date.parse(written ?? "");
  return Number.isNaN(time) ? null : time;
}

/** A container's probes in words. */
export function describeProbes(container: Container): { name: string; words: string }[] {
  const all = {
    Startup: container.startupProbe,
    Readiness: container.readinessProbe,
    Liveness: container.livenessProbe,
  };
  return Object.entries(all).flatMap(([name, probe]) =>
    probe ? [{ name, words: formatProbe(probe) }] : [],
  );
}

function formatProbe({ httpGet, grpc, tcpSocket, exec, periodSeconds, failureThreshold }: Probe) {
  const how = httpGet
    ? `GET ${httpGet.path ?? "/"} at port ${httpGet.port}`
    : grpc
      ? `gRPC health at port ${grpc.port}`
      : tcpSocket
        ? `TCP port ${tcpSocket.port}`
        : `${(exec?.command ?? []).join(" ")}`;
  return `${how}, every ${periodSeconds ?? 10} s, fails after ${failureThreshold ?? 3}`;
}

function findReason({ spec, status }: Pod, own: ContainerStatus | undefined): string | null {
  const conditions = status?.conditions ?? [];
  const condition = conditions.find((each) => each.status === "False" && each.message);
  const parts =
    initReason(status?.initContainerStatuses ?? [], spec?.initContainers?.length ?? 0) ??
    containerReason(own) ??
    (status?.reason === undefined
      ? [condition?.reason, condition?.message]
      : [status.reason, status.message]);
  const words = parts.filter((each) => each !== undefined && each !== "");
  return words.length > 0 ? words.join(": ") : null;
}

type Reason = readonly (string | undefined)[];

/** As `kubectl get pods` shows it (kubernetes v1.34, pkg/printers/internalversion/printers.go, printPod), with its message. */
function containerReason(own: ContainerStatus | undefined): Reason | null {
  const { waiting, terminated } = own?.state ?? {};
  if (waiting?.reason) return [waiting.reason, waiting.message];
  return terminated ? [endWord(terminated), terminated.message] : null;
}

/** The failure of the first init container that has not succeeded, or how many have ended. */
function initReason(statuses: readonly ContainerStatus[], count: number): Reason | null {
  for (const [at, { ready, state }] of statuses.entries()) {
    const { waiting, terminated, running } = state ?? {};
    // An init container that runs and is ready is a sidecar.
    if (terminated?.exitCode === 0 || (running && ready)) continue;
    if (terminated) return [`Init:${endWord(terminated)}`, terminated.message];
    if (waiting?.reason && waiting.reason !== "PodInitializing")
      return [`Init:${waiting.reason}`, waiting.message];
    return [`Init:${at}/${count}`];
  }
  return null;
}

type Terminated = NonNullable<NonNullable<ContainerStatus["state"]>["terminated"]>;

function endWord({ reason, signal = 0, exitCode }: Terminated): string {
  if (reason) return reason;
  return signal === 0 ? `ExitCode:${exitCode ?? 0}` : `Signal:${signal}`;
}

function toLastEnd(own: ContainerStatus | undefined): Replica["lastEnd"] {
  const ended = own?.state?.terminated ?? own?.lastState?.terminated;
  if (!ended) return null;
  return {
    reason: ended.reason ?? "unknown",
    exitCode: ended.exitCode ?? null,
    at: parseTime(ended.finishedAt),
  };
}
