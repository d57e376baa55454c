import { StatusError } from "../../../base/status-error.ts";
import type {
  FlagWorkloads,
  PodContainerStatus,
  WorkloadContainer,
  WorkloadPlace,
  WorkloadPod,
} from "../../launch-flags/index.ts";
import { LogLines } from "../../log-lines.ts";
import type { KubeApi } from "../access/api.ts";
import { recognise } from "../discovery/recognise.ts";
import { fields, list, type Reader } from "../fields.ts";
import { PodForward } from "../forward/pod-forward.ts";
import { FORWARD_NOTE } from "../forward/workload-members.ts";
import { isWithoutLog } from "../logs/log-text.ts";
import type { ContainerStatus, Pod } from "../objects.ts";
import { readObject, readPod } from "../read-objects.ts";
import { toReplica } from "../view/replica.ts";
import { readEnvironment, readGpus } from "./pod-containers.ts";
import { labelSelector, readWorkload, rightsFor, resourceOf, withPath } from "./read-workload.ts";
import { missingRights } from "./rights.ts";

export interface FlagWorkloadsDeps {
  readonly findApi: (contextId: number) => KubeApi;
  /** PERMISSION_DENIED where the user hasn't allowed changes in this context. */
  readonly requireChanges: (contextId: number) => void;
}

/** Of a log, what is read. */
const TAIL = "tailLines=1000&limitBytes=1048576";

/** Workloads whose flags are changed and restored; K8S-23. */
export function flagWorkloads({ findApi, requireChanges }: FlagWorkloadsDeps): FlagWorkloads {
  const listPods = async (place: WorkloadPlace, signal: AbortSignal): Promise<FlagPod[]> => {
    const api = findApi(place.contextId);
    const { selector } = await readWorkload(api, place, signal);
    // Without labels a selector would take every pod.
    if (Object.keys(selector).length === 0) return [];
    const { items } = await api.list(podsPath(place), "list pods", readFlagPod, {
      signal,
      labelSelector: labelSelector(selector),
    });
    return items;
  };
  return {
    read: async (place, signal) => await readWorkload(findApi(place.contextId), place, signal),
    async patch(place, patch, signal) {
      requireChanges(place.contextId);
      const api = findApi(place.contextId);
      const what = `patch ${resourceOf(place).plural}`;
      await withPath(place, (path) => api.patch(path, patch, { what, signal }, readObject));
    },
    pods: async (place, signal) => (await listPods(place, signal)).map(toPod),
    async deletePod(place, pod) {
      requireChanges(place.contextId);
      try {
        await findApi(place.contextId).remove(`${podsPath(place)}/${pod}`, "delete pods");
      } catch (error) {
        if (StatusError.from(error).code !== "NOT_FOUND") throw error;
      }
    },
    missingRights: (place) =>
      missingRights(findApi(place.contextId), place.namespace, rightsFor(place)),
    async log({ contextId, namespace }, { pod, container, previous }, signal) {
      const query = `container=${encodeURIComponent(container)}&${TAIL}${previous ? "&previous=true" : ""}`;
      const path = `/api/v1/namespaces/${namespace}/pods/${pod}/log?${query}`;
      try {
        const text = await findApi(contextId).text(path, "get pods/log", signal);
        const reader = new LogLines();
        const lines = [...reader.push(Buffer.from(text)), ...reader.rest()];
        return lines.filter((line) => !isWithoutLog(line));
      } catch (error) {
        // It wrote nothing yet, never ran before, or is gone.
        const { code } = StatusError.from(error);
        if (code === "INVALID_ARGUMENT" || code === "NOT_FOUND") return [];
        throw error;
      }
    },
    async forward(place, pod, signal) {
      const found = (await listPods(place, signal)).find(({ metadata }) => metadata.name === pod);
      const port = found && recognise(found)?.ports.http;
      if (!port)
        throw new StatusError("NOT_FOUND", `The pod ${pod} has no known HTTP port, or is gone.`);
      const target = { namespace: place.namespace, pod, port };
      const opened = await PodForward.open(findApi(place.contextId), target, () => {});
      return {
        address: opened.address,
        caveat: FORWARD_NOTE,
        [Symbol.dispose]: () => opened[Symbol.dispose](),
      };
    },
  };
}

function podsPath({ namespace }: WorkloadPlace): string {
  return `/api/v1/namespaces/${namespace}/pods`;
}

type ContainerDetails = Pick<WorkloadContainer, "environment" | "gpus">;
/** A pod with what only flags need of its containers, by the containers' names. */
type FlagPod = Pod & { readonly details: ReadonlyMap<string, ContainerDetails> };

const containers = fields({ spec: fields({ containers: list((each) => each as object) }) });

const readFlagPod: Reader<FlagPod> = (value) => {
  const pod = readPod(value);
  if (!pod) return undefined;
  const all = containers(value)?.spec?.containers ?? [];
  const read = all.map((each) => {
    const { name, env, resources } = (each ?? {}) as Record<string, unknown>;
    return [
      String(name),
      { environment: readEnvironment(env), gpus: readGpus(resources) },
    ] as const;
  });
  return { ...pod, details: new Map(read) };
};

function toPod(pod: FlagPod): WorkloadPod {
  const recognised = recognise(pod);
  const ready = pod.status?.conditions?.some(
    ({ type, status }) => type === "Ready" && status === "True",
  );
  const containers: WorkloadContainer[] = (pod.spec?.containers ?? []).map(
    ({ name, command, args }) => ({
      name,
      command: command ?? null,
      args: args ?? null,
      ...(pod.details.get(name) ?? { environment: [] }),
    }),
  );
  return {
    name: pod.metadata.name,
    uid: pod.metadata.uid ?? "",
    containers,
    ready: ready === true,
    ending: pod.metadata.deletionTimestamp !== undefined,
    reason: recognised && toReplica(pod, recognised, []).reason,
    statuses: (pod.status?.containerStatuses ?? []).map(toStatus),
  };
}

function toStatus({ name, restartCount, state, lastState }: ContainerStatus): PodContainerStatus {
  const ended = state?.terminated ?? lastState?.terminated;
  return {
    name,
    restarts: restartCount ?? 0,
    waiting: state?.waiting
      ? { reason: state.waiting.reason ?? "", message: state.waiting.message ?? "" }
      : null,
    ended: ended ? { reason: ended.reason ?? "", exitCode: ended.exitCode ?? null } : null,
  };
}
