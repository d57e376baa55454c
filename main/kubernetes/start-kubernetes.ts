import { StatusError } from "../../base/status-error.ts";
import type { JobDraft, kubernetesRequests, kubernetesTopics } from "../contract/index.ts";
import type { WorkloadSource } from "../fleets/index.ts";
import type { FlagWorkloads } from "../launch-flags/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { KubeApis } from "./access/apis.ts";
import { ContextStore, type KnownContext } from "./access/context-store.ts";
import { listContexts } from "./access/credentials.ts";
import { kubeconfigPlaces } from "./access/kubeconfig-files.ts";
import { flagWorkloads } from "./flag-workloads/flag-workloads.ts";
import { WorkloadMembers } from "./forward/workload-members.ts";
import { DOCKERFILE } from "./jobs/dockerfile.ts";
import { LabJobs, type LabJobsDeps } from "./jobs/lab-jobs.ts";
import { jobObjects, printManifest } from "./jobs/manifest.ts";
import { PodLog } from "./logs/pod-log.ts";
import { readObject } from "./read-objects.ts";
import { Sessions } from "./sessions.ts";

export interface Kubernetes
  extends DomainHandlers<keyof typeof kubernetesRequests, keyof typeof kubernetesTopics>,
    Disposable {
  /** A workload's pods as the members of a fleet. */
  readonly workloadSource: WorkloadSource;
  /** Deployments whose flags can be changed. */
  readonly flagWorkloads: FlagWorkloads;
}

/** Opened clusters, and the few changes that are possible in them. */
export function startKubernetes(deps: LabJobsDeps): Kubernetes {
  const { db, clock, events } = deps;
  const store = new ContextStore(db, clock);
  const apis = new KubeApis();
  const sessions = new Sessions(store, apis, clock);
  const jobs = new LabJobs(deps, (contextId) => apis.of(store.get(contextId)));
  return {
    requests: {
      "kubernetes.known": () => ({ contexts: store.list(), places: kubeconfigPlaces() }),
      "kubernetes.contexts": ({ path }) => listContexts(path.trim()),
      "kubernetes.open": ({ path, context, namespace }) => ({
        id: store.open(path.trim(), context, namespace).id,
      }),
      "kubernetes.forget": ({ id }) => {
        apis.forget(store.get(id));
        jobs.forget(id);
        store.forget(id);
        return {};
      },
      "kubernetes.allowChanges": ({ id, allowed }) => {
        store.allowChanges(id, allowed);
        const { context } = store.get(id);
        const message = `Changes to the cluster of the context ${context} are ${allowed ? "allowed" : "no longer allowed"}.`;
        events.emit({ level: "info", source: "kubernetes", message });
        return {};
      },
      "kubernetes.namespaces": async ({ id }, signal) => {
        const path = "/api/v1/namespaces";
        const api = apis.of(store.get(id));
        const { items } = await api.list(path, "list namespaces", readObject, { signal });
        return items.map(({ metadata }) => metadata.name).sort();
      },
      "kubernetes.tryNow": ({ id }) => {
        sessions.tryNow(id);
        return {};
      },
      "kubernetes.jobManifest": (draft) => {
        const place = findPlace(sessions, draft);
        const objects = jobObjects(draft, { ...place, name: "batchdeck-lab" });
        return {
          manifest: printManifest(objects),
          dockerfile: DOCKERFILE,
          command: objects.command,
        };
      },
      "kubernetes.runJob": async (draft) => {
        allowed(store.get(draft.id));
        const { namespace, name } = await jobs.run(draft, findPlace(sessions, draft));
        return { namespace, name };
      },
      "kubernetes.deleteJob": async ({ id, namespace, name }) => {
        allowed(store.get(id));
        await jobs.remove(id, namespace, name);
        return {};
      },
    },
    topics: {
      "kubernetes.view": ({ id, namespace }, sink) => {
        const lease = sessions.lease(id, namespace);
        const emit = () => sink.event(lease.session.view);
        emit();
        const listening = lease.session.onChanged(emit);
        return {
          [Symbol.dispose]: () => {
            listening[Symbol.dispose]();
            lease[Symbol.dispose]();
          },
        };
      },
      "kubernetes.jobs": ({ id }, sink) => {
        const emit = () => sink.event(jobs.list(id));
        emit();
        return jobs.onChanged(id, emit);
      },
      "kubernetes.log": (wish, sink) =>
        new PodLog({
          api: apis.of(store.get(wish.id)),
          clock,
          wish,
          send: (entries) => sink.event(entries),
        }),
    },
    workloadSource: (workload) =>
      new WorkloadMembers(sessions, workload, (message) =>
        events.emit({ level: "warning", source: "kubernetes", message }),
      ),
    flagWorkloads: flagWorkloads({
      findApi: (contextId) => apis.of(store.get(contextId)),
      requireChanges: (contextId) => allowed(store.get(contextId)),
    }),
    [Symbol.dispose]: () => {
      jobs[Symbol.dispose]();
      sessions[Symbol.dispose]();
      apis[Symbol.dispose]();
    },
  };
}

function allowed(context: KnownContext): void {
  if (context.changesAllowed) return;
  throw new StatusError(
    "PERMISSION_DENIED",
    `Changes to the cluster of the context '${context.context}' are not allowed in this console; allow them on the Kubernetes page first.`,
  );
}

/** The Service's address for the draft's wire. NOT_FOUND, FAILED_PRECONDITION. */
function findPlace(
  sessions: Sessions,
  { id, workload: key, service, wire }: JobDraft,
): { namespace: string; address: string } {
  const [, namespace = ""] = key.split("/");
  const workload = sessions.workload(id, key);
  if (!workload)
    throw new StatusError(
      "NOT_FOUND",
      `The workload '${key}' is not among those that are watched.`,
    );
  const found = workload.addresses.find((each) => each.service === service);
  if (!found)
    throw new StatusError("NOT_FOUND", `No Service '${service}' leads to ${workload.name}.`, {
      details: { field: "service" },
    });
  const address = found[wire];
  if (address === "")
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The Service '${service}' has no port for ${wire === "http" ? "HTTP" : "gRPC"}; choose the other protocol.`,
      { details: { field: "wire" } },
    );
  return { namespace, address };
}
