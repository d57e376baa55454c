import { z } from "zod";
import { serverKind } from "./connections.ts";
import { request, topic } from "./define.ts";
import { type ExperimentPlan, experimentPlan } from "./lab/plan.ts";

const text = (most: number) => z.string().max(most);
/** A DNS label or subdomain, as Kubernetes names its objects. */
const objectName = text(253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);

export const kubernetesContext = z.object({
  name: z.string(),
  cluster: z.string(),
  /** URL without credentials; "" where the kubeconfig names no such cluster. */
  server: z.string(),
  /** How it signs in: "token", "plugin aws". */
  signIn: z.string(),
  namespace: z.string(),
  isCurrent: z.boolean(),
});
export type KubernetesContext = z.infer<typeof kubernetesContext>;

/** Where a kubeconfig may be. `path`: "" for the usual places, `in-cluster`, or a file. */
export const kubeconfigPlace = z.object({
  path: z.string(),
  label: z.string(),
  found: z.boolean(),
});

/** A context that was opened before, the last one first. */
export const knownContext = z.object({
  id: z.number(),
  path: z.string(),
  context: z.string(),
  /** "": all. */
  namespace: z.string(),
  /** Whether the user lets the console change the cluster. */
  changesAllowed: z.boolean(),
});
export type KnownContext = z.infer<typeof knownContext>;

const portNumber = z.number().int().min(1).max(65535);
/** Of the container; null where the kind has none. */
const servingPorts = z.object({
  http: portNumber.nullable(),
  grpc: portNumber.nullable(),
  metrics: portNumber.nullable(),
});
export type ServingPorts = z.infer<typeof servingPorts>;

export const clusterEvent = z.object({
  /** ms since the epoch; null where the event has no time. */
  at: z.number().nullable(),
  /** Kind and name, e.g. "Pod triton-0". */
  object: z.string(),
  isWarning: z.boolean(),
  reason: z.string(),
  message: z.string(),
  count: z.number(),
});
export type ClusterEvent = z.infer<typeof clusterEvent>;

/** A container of a pod, which has a log. */
export const podContainer = z.object({
  name: z.string(),
  /** Whether it runs before the others and ends, as one that fetches a model does. */
  isInit: z.boolean(),
  restarts: z.number(),
});
export type PodContainer = z.infer<typeof podContainer>;

export const replica = z.object({
  pod: z.string(),
  /** Differs from that of another pod with the same name. */
  uid: z.string(),
  /** Pending, Running, Terminating … */
  phase: z.string(),
  ready: z.boolean(),
  /** Why it is not ready, in the cluster's words; null where not reported. */
  reason: z.string().nullable(),
  restarts: z.number(),
  /** Why its container ended last: OOMKilled, Error … */
  lastEnd: z
    .object({ reason: z.string(), exitCode: z.number().nullable(), at: z.number().nullable() })
    .nullable(),
  node: z.string(),
  /** ms since the epoch */
  createdAt: z.number().nullable(),
  image: z.string(),
  ports: servingPorts,
  /** The one that serves models comes first. */
  containers: z.array(podContainer),
  /** Services in front of it, and whether they send it requests now. */
  services: z.array(z.object({ name: z.string(), ready: z.boolean() })),
});
export type Replica = z.infer<typeof replica>;

export const autoscaler = z.object({
  name: z.string(),
  current: z.number(),
  /** Null while the autoscaler can't decide, such as without metrics. */
  desired: z.number().nullable(),
  least: z.number(),
  most: z.number(),
  /** E.g. "cpu: 74 % of 60 %"; the current value is "unknown" while it cannot be had. */
  metrics: z.array(z.object({ name: z.string(), current: z.string(), target: z.string() })),
  conditions: z.array(
    z.object({ type: z.string(), met: z.boolean(), reason: z.string(), message: z.string() }),
  ),
  /** Why it has this number of replicas. */
  words: z.string(),
});
export type Autoscaler = z.infer<typeof autoscaler>;

/** A Service in front of a workload, by its name inside the cluster; HOST:PORT, "" where it leads to no such port. */
const clusterAddress = z.object({
  service: z.string(),
  http: z.string(),
  grpc: z.string(),
  metrics: z.string(),
});

export const kserveService = z.object({
  kind: z.enum(["InferenceService", "LLMInferenceService"]),
  name: z.string(),
});
export type KserveService = z.infer<typeof kserveService>;

export const workload = z.object({
  /** Identifies it for a fleet and for jobs, also after a restart of the console. */
  key: z.string(),
  namespace: z.string(),
  /** Deployment, StatefulSet, RayService …, or Pod for a pod without an owner. */
  owner: z.string(),
  name: z.string(),
  kind: serverKind.exclude(["embedded"]),
  /** Signs of this kind, one sentence each. */
  evidence: z.array(z.string()),
  /** KServe's service that it belongs to. */
  service: kserveService.nullable(),
  images: z.array(z.string()),
  probes: z.array(z.object({ name: z.string(), words: z.string() })),
  addresses: z.array(clusterAddress),
  replicas: z.array(replica),
  autoscaler: autoscaler.nullable(),
  /** The newest first. */
  events: z.array(clusterEvent),
});
export type Workload = z.infer<typeof workload>;

/** KServe's custom resources, also those without pods. */
export const inferenceService = z.object({
  namespace: z.string(),
  name: z.string(),
  format: z.string(),
  runtime: z.string(),
  protocol: z.string(),
  ready: z.boolean(),
  reason: z.string().nullable(),
  url: z.string(),
});

/** An InferencePool of the Gateway API Inference Extension: pods behind an endpoint picker. */
export const inferencePool = z.object({
  /** Identifies it for a fleet, as a workload's key does. */
  key: z.string(),
  /** Of the servers in its pods; null where none is recognised. */
  kind: serverKind.exclude(["embedded"]).nullable(),
  namespace: z.string(),
  name: z.string(),
  /** Of its pods, that requests go to. */
  ports: z.array(z.number()),
  /** Labels of its pods, "app=vllm"; "" where it names none, so that it has none. */
  selector: z.string(),
  /**
   * `workload`: its owner; "" if the owner isn't shown. `role`: llm-d's label of what it does for a request, "prefill" or
   * "decode"; "" without it.
   */
  pods: z.array(
    z.object({ name: z.string(), ready: z.boolean(), workload: z.string(), role: z.string() }),
  ),
  /** InferenceObjectives of the pool, by descending priority. */
  objectives: z.array(z.object({ name: z.string(), priority: z.number() })),
  /** InferenceModels of the alpha API, by the model's name, the most critical first; "" where none is set. */
  models: z.array(z.object({ name: z.string(), criticality: z.string() })),
  /** Chooses the pod for each request. `workload`: behind its Service; null if it has no pods. */
  picker: z.object({
    service: z.string(),
    port: z.number(),
    /** What happens to requests while it does not respond: FailOpen or FailClose. */
    failureMode: z.string(),
    workload: z.string().nullable(),
    ready: z.number(),
    replicas: z.number(),
  }),
  /** Gateways that use it, and whether each accepted it; null: it has not said. */
  gateways: z.array(
    z.object({ name: z.string(), accepted: z.boolean().nullable(), reason: z.string() }),
  ),
});
export type InferencePool = z.infer<typeof inferencePool>;

/**
 * `connecting`: not answered yet. `live`: watched. `stale`: what is shown was true at `since`. `refused`: signing in
 * or listing pods is not allowed.
 */
export const clusterState = z.enum(["connecting", "live", "stale", "refused"]);

export const clusterView = z.object({
  state: clusterState,
  since: z.number(),
  reason: z.string().nullable(),
  /** While it does not answer: time of the next attempt, ms since the epoch. */
  nextTry: z.number().nullable(),
  server: z.string(),
  /** What can't be read, and what is missing because of it. */
  gaps: z.array(z.string()),
  /** Number of pods, whatever they run. */
  pods: z.number(),
  workloads: z.array(workload),
  inferenceServices: z.array(inferenceService),
  inferencePools: z.array(inferencePool),
});
export type ClusterView = z.infer<typeof clusterView>;

/**
 * Whether a Job can measure what a plan does: with inputs that are generated, since the console's files are not in the
 * cluster, by the command line alone, which applies no configurations.
 */
export function fitsJob({ traffic, load, goal, wire }: ExperimentPlan): boolean {
  return (
    traffic.every(({ inputs }) => inputs.kind === "generated") &&
    goal.kind !== "compare" &&
    load.kind !== "intervals" &&
    wire !== "openai"
  );
}

/** What a Job measures and how it runs. */
export const jobDraft = z.object({
  id: z.number(),
  workload: z.string(),
  service: z.string(),
  model: text(200).min(1),
  /** Protocol of the Service, also for a plan. */
  wire: z.enum(["http", "grpc"]),
  /** Numbers of clients, one step each. */
  concurrencies: z.array(z.number().int().min(1).max(1024)).min(1).max(16),
  secondsPerStep: z.number().min(1).max(600),
  batchSize: z.number().int().min(1).max(4096),
  /** The plan of an experiment, which replaces model, clients, seconds and items; null: none. */
  plan: experimentPlan
    .refine(fitsJob, "must have generated inputs, and neither configurations nor recorded gaps")
    .nullable(),
  /** Image of the console's command line; there is none in a public registry. */
  image: text(500).min(1),
  /** Cores, or thousandths of one. */
  cpu: text(20).regex(/^(\d+(\.\d{1,3})?|\d+m)$/),
  memory: text(20).regex(/^\d+(Ki|Mi|Gi)$/),
});
export type JobDraft = z.infer<typeof jobDraft>;

export const labJob = z.object({
  namespace: z.string(),
  name: z.string(),
  workload: z.string(),
  model: z.string(),
  /** ms since the epoch */
  startedAt: z.number(),
  state: z.enum(["waiting", "running", "done", "failed", "deleted"]),
  /** The state's reason, e.g. why its pod does not start. */
  words: z.string(),
  /** The last lines of its log. */
  log: z.array(z.string()),
  /** The experiment made of its result; null: not yet. */
  experiment: z.number().nullable(),
});
export type LabJob = z.infer<typeof labJob>;

/** How many lines of a log are read, and kept while it is followed. */
export const logSizes = [200, 1000, 5000] as const;

/** An event while a log is read. */
export const logEntry = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("line"), text: z.string() }),
  /** Older lines that were dropped because they came faster than they could be sent. */
  z.object({ kind: z.literal("dropped"), lines: z.number() }),
  /**
   * `opening`: reading starts, or starts again. `open`: lines arrive. `quiet`: no line for a while. `ended`: the log is
   * complete. `failed`: it can't be read, or not any further.
   */
  z.object({
    kind: z.literal("state"),
    state: z.enum(["opening", "quiet", "open", "ended", "failed"]),
    /** The reason as a sentence; "" where there is none. */
    words: z.string(),
    /** ms since the epoch */
    at: z.number(),
  }),
]);
export type LogEntry = z.infer<typeof logEntry>;

const id = z.object({ id: z.number() });
/** "": all. */
const namespace = z.union([z.literal(""), objectName]);
const job = id.extend({ namespace: objectName, name: objectName });

export const podLogWish = id.extend({
  namespace: objectName,
  pod: objectName,
  container: objectName,
  /** Reads the log of the container that ran before the present one. */
  previous: z.boolean(),
  follow: z.boolean(),
  lines: z.literal(logSizes),
});
export type PodLogWish = z.infer<typeof podLogWish>;

export const kubernetesRequests = {
  /** Known contexts, and kubeconfigs that may have others. */
  "kubernetes.known": request(
    z.object({}),
    z.object({ contexts: z.array(knownContext), places: z.array(kubeconfigPlace) }),
  ),
  /** The contexts of a kubeconfig. NOT_FOUND and INVALID_ARGUMENT say what is wrong with the file. */
  "kubernetes.contexts": request(z.object({ path: text(4000) }), z.array(kubernetesContext)),
  /** Stores a context and selects its namespace; "": all namespaces. Sends nothing to the cluster yet. */
  "kubernetes.open": request(
    z.object({
      path: text(4000),
      context: text(500).min(1),
      namespace,
    }),
    id,
  ),
  /** Removes a stored context; the kubeconfig is unchanged. */
  "kubernetes.forget": request(id, z.object({})),
  "kubernetes.allowChanges": request(id.extend({ allowed: z.boolean() }), z.object({})),
  /** PERMISSION_DENIED where the user may not list them; a name can still be typed. */
  "kubernetes.namespaces": request(id, z.array(z.string())),
  /** Retries now. */
  "kubernetes.tryNow": request(id, z.object({})),
  /** The YAML that would be applied, and a Dockerfile for its image. Changes nothing. */
  "kubernetes.jobManifest": request(
    jobDraft,
    z.object({ manifest: z.string(), dockerfile: z.string(), command: z.string() }),
  ),
  /** PERMISSION_DENIED where changes are not allowed here or by the cluster. */
  "kubernetes.runJob": request(jobDraft, z.object({ namespace: z.string(), name: z.string() })),
  "kubernetes.deleteJob": request(job, z.object({})),
};

export const kubernetesTopics = {
  "kubernetes.view": topic(id.extend({ namespace }), clusterView),
  /** Jobs that this console started, newest first. */
  "kubernetes.jobs": topic(id, z.array(labJob)),
  /** A container's last lines and those that follow. The host does not store them. */
  "kubernetes.log": topic(podLogWish, z.array(logEntry)),
};
