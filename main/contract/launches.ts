import { z } from "zod";
import { request, topic } from "./define.ts";
import { experimentComparison } from "./lab/comparison.ts";
import { experimentPlan } from "./lab/plan.ts";

/** Servers whose flags need a restart to take effect. */
export const launchProduct = z.enum(["vllm", "sglang"]);
export type LaunchProduct = z.infer<typeof launchProduct>;

const text = (most: number) => z.string().max(most);
const objectName = text(253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);

export const launchFlag = z.object({
  /** The long name, with its dashes. */
  name: z.string(),
  /** Other spellings of the same flag. */
  aliases: z.array(z.string()),
  /** `switch`: takes no value; `off` is the flag that turns it off, or "". */
  value: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("number"),
      whole: z.boolean(),
      least: z.number(),
      most: z.number().nullable(),
      /** Whether the least value itself is invalid. */
      exclusive: z.boolean(),
    }),
    z.object({ kind: z.literal("switch"), off: z.string() }),
    z.object({ kind: z.literal("choice"), choices: z.array(z.string()) }),
    z.object({ kind: z.literal("text") }),
  ]),
  /** What the server takes without the flag. */
  fallback: z.string(),
  effect: z.string(),
});
export type LaunchFlag = z.infer<typeof launchFlag>;

/** One flag of a candidate. `value`: null removes it, so that the server's default counts; of a switch "on" or "off". */
export const flagChange = z.object({
  flag: text(100).regex(/^--[A-Za-z0-9][\w.-]*$/, "is written like --max-num-seqs"),
  value: text(2000).nullable(),
});
export type FlagChange = z.infer<typeof flagChange>;

/** One variable of the server's environment. `value`: null removes it. */
const environmentChange = z.object({
  name: text(100).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "is written like VLLM_USE_V1"),
  value: text(2000).nullable(),
});
export type EnvironmentChange = z.infer<typeof environmentChange>;

export const launchCandidate = z
  .object({
    label: text(80).trim().min(1),
    changes: z.array(flagChange).max(20),
    environment: z.array(environmentChange).max(20).optional(),
  })
  .refine(
    ({ changes, environment = [] }) => changes.length + environment.length > 0,
    "must change a flag or a variable",
  );
export type LaunchCandidate = z.infer<typeof launchCandidate>;

/** What the pods belong to, and where their flags are. Those of KServe's services are in their own objects. */
export const workloadOwner = z.enum([
  "Deployment",
  "StatefulSet",
  "InferenceService",
  "LLMInferenceService",
]);

const workload = z.object({
  contextId: z.number(),
  namespace: objectName,
  /** Comparisons stored before there were others are of Deployments. */
  owner: workloadOwner.default("Deployment"),
  name: objectName,
});

export const launchPlace = z.discriminatedUnion("kind", [
  /** A process on the host's machine; `command` is split as a shell would split it, and run without one. */
  z.object({ kind: z.literal("process"), command: text(20_000).trim().min(1) }),
  /**
   * A container of a workload in a cluster. `serverId`: a connected server through which its pods are reached; null: one pod, by a
   * port-forward.
   */
  workload.extend({
    kind: z.literal("deployment"),
    container: objectName,
    serverId: z.string().nullable(),
  }),
]);
export type LaunchPlace = z.infer<typeof launchPlace>;

/** A comparison of flags: what is measured, on which servers. */
export const launchPlan = z.object({
  product: launchProduct,
  place: launchPlace,
  /** Next to the base, which is measured first. */
  candidates: z.array(launchCandidate).min(1).max(16),
  /** Longest time from the start of a server until it is ready, s. */
  readySeconds: z.number().int().min(5).max(7200),
  /** The load; its server and seed are replaced. */
  experiment: experimentPlan.refine(
    ({ wire, goal }) => wire === "openai" && goal.kind !== "compare",
    "must be a load of chat or completions over OpenAI's API, and no comparison of configurations",
  ),
});
export type LaunchPlan = z.infer<typeof launchPlan>;

/** How one candidate would be started. */
export const launchPreview = z.object({
  label: z.string(),
  /** Every argument, the program first; of a workload in a cluster the container's list that changes. */
  arguments: z.array(z.string()),
  /** The same as one line to copy. */
  commandLine: z.string(),
  /** Of a workload in a cluster, the patch as JSON; "" for the base and for processes. */
  patch: z.string(),
  /** Flags and variables with their values that the base has and this one has not, and those that only this one has. */
  removed: z.array(z.string()),
  added: z.array(z.string()),
  /** What may be wrong with it. */
  warnings: z.array(z.string()),
});
export type LaunchPreview = z.infer<typeof launchPreview>;

/** Why a candidate did not serve. */
export const launchFailure = z.object({
  kind: z.enum([
    "memory",
    "flag",
    "port",
    "model",
    "program",
    "image",
    "schedule",
    "timeout",
    "crash",
    "measurement",
  ]),
  reason: z.string(),
});
export type LaunchFailure = z.infer<typeof launchFailure>;

export const launchResult = z.object({
  label: z.string(),
  arguments: z.array(z.string()),
  /** `skipped`: the comparison ended before it. */
  state: z.enum(["waiting", "starting", "measuring", "done", "failed", "skipped"]),
  /** From the start, or the patch, until it was ready; null while it is not, and for a base that served already. */
  readySeconds: z.number().nullable(),
  failure: launchFailure.nullable(),
  experimentId: z.number().nullable(),
  /** Against the base, by the lab; null for the base, and where there is nothing to compare. */
  comparison: experimentComparison.nullable(),
  /** Why there is no comparison though both were measured; "". */
  comparisonProblem: z.string(),
  /** The last lines that the server wrote. */
  log: z.array(z.string()),
});
export type LaunchResult = z.infer<typeof launchResult>;

export const launch = z.object({
  id: z.number(),
  serverId: z.string(),
  plan: launchPlan,
  /** `interrupted`: the console ended during it. */
  state: z.enum(["running", "done", "stopped", "failed", "interrupted"]),
  /** Why it failed or was interrupted; "". */
  reason: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** The base first. */
  results: z.array(launchResult),
  /** Of a workload in a cluster: whether its flags are as before. `lost`: left as they are, for the reason. */
  original: z.object({
    state: z.enum(["untouched", "replaced", "restored", "lost"]),
    reason: z.string(),
  }),
});
export type Launch = z.infer<typeof launch>;

/** A workload's container whose flags can be changed. */
export const launchContainer = z.object({
  container: z.string(),
  /** The list that holds its flags. */
  arguments: z.array(z.string()),
  /** Its variables. `value`: null where it comes from `source`, "a Secret", or is a secret. */
  environment: z.array(
    z.object({ name: z.string(), value: z.string().nullable(), source: z.string() }),
  ),
  /** Objects whose entries are variables as well (`envFrom`): "the ConfigMap settings". */
  environmentSources: z.array(z.string()),
  /** Why its flags can't be changed here; null: they can. */
  problem: z.string().nullable(),
});
export type LaunchContainer = z.infer<typeof launchContainer>;

const id = z.object({ id: z.number() });

export const launchRequests = {
  /** A product's flags that the console knows, and the version that they were read from. */
  "launches.flags": request(
    z.object({ product: launchProduct }),
    z.object({ flags: z.array(launchFlag), source: z.string() }),
  ),
  /** A workload's containers. NOT_FOUND, PERMISSION_DENIED. */
  "launches.workload": request(
    workload,
    z.object({
      containers: z.array(launchContainer),
      replicas: z.number(),
      /** RollingUpdate or Recreate; Knative. */
      strategy: z.string(),
      /** What the user may not do of what a comparison needs, "patch statefulsets". */
      missingRights: z.array(z.string()),
    }),
  ),
  /** What would be started, in the order in which it is measured. INVALID_ARGUMENT names flag and value. */
  "launches.preview": request(
    z.object({ plan: launchPlan }),
    z.object({
      previews: z.array(launchPreview),
      /** Identifies what is shown, for its approval. */
      digest: z.string(),
      /** Of a workload in a cluster: what the user may not do of what the comparison needs. */
      missingRights: z.array(z.string()),
    }),
  ),
  /**
   * Starts what a user has seen and approved: ABORTED if the commands are no longer those of `approved`, such as after
   * another change of the workload. FAILED_PRECONDITION while another one runs.
   */
  "launches.start": request(
    z.object({ serverId: z.string(), plan: launchPlan, approved: z.string() }),
    id,
  ),
  /** Ends it: the running server is ended, or the original flags are restored. */
  "launches.stop": request(id, z.object({})),
  /** Retries to put the original flags back now. */
  "launches.restore": request(id, z.object({})),
  "launches.remove": request(id, z.object({})),
};

export const launchTopics = {
  /** Of a server, newest first, at most 20. */
  "launches.list": topic(z.object({ serverId: z.string() }), z.array(launch)),
};
