import type { LaunchPlace } from "../../contract/index.ts";
import type { GpuLimit } from "../flags/gpus-needed.ts";
import type { EnvironmentVariable } from "./environment.ts";

/** Whose pods serve, in a cluster whose context is known to the console. */
export interface WorkloadPlace {
  readonly contextId: number;
  readonly namespace: string;
  readonly owner: Extract<LaunchPlace, { kind: "deployment" }>["owner"];
  readonly name: string;
}

export interface WorkloadContainer {
  readonly name: string;
  /** Null: the image's, or the serving runtime's. */
  readonly command: readonly string[] | null;
  readonly args: readonly string[] | null;
  readonly environment: readonly EnvironmentVariable[];
  /** Objects whose entries are variables, too (`envFrom`): "the ConfigMap settings". Absent: not read. */
  readonly environmentSources?: readonly string[];
  /** Absent or null: no limit is known. */
  readonly gpus?: GpuLimit | null;
  /** Of KServe's services: the JSON pointer of what is patched. */
  readonly pointer?: string;
  /** As KServe makes it of an LLMInferenceService and its presets; absent: nothing is added, or it isn't known. */
  readonly merged?: Pick<WorkloadContainer, "command" | "args" | "environment" | "gpus">;
}

export interface WorkloadState {
  readonly containers: readonly WorkloadContainer[];
  readonly replicas: number;
  /** RollingUpdate or Recreate; Knative. */
  readonly strategy: string;
  /** Why its flags can't be changed; null: they can. */
  readonly problem: string | null;
  readonly rollout: {
    readonly complete: boolean;
    /** What it waits for; "" where it is complete. */
    readonly state: string;
    /** Why the cluster gave up; null: it did not. */
    readonly failed: string | null;
  };
}

export interface WorkloadPod {
  readonly name: string;
  /** A StatefulSet's next pod has the same name. */
  readonly uid: string;
  readonly containers: readonly WorkloadContainer[];
  readonly ready: boolean;
  readonly ending: boolean;
  /** The cluster's words for why it is not ready; null where it is, or not reported. */
  readonly reason: string | null;
  readonly statuses: readonly PodContainerStatus[];
}

export interface PodContainerStatus {
  readonly name: string;
  readonly restarts: number;
  /** CrashLoopBackOff, ImagePullBackOff …; null: it does not wait. */
  readonly waiting: { readonly reason: string; readonly message: string } | null;
  /** How it ended last. */
  readonly ended: { readonly reason: string; readonly exitCode: number | null } | null;
}

/** A strategic merge patch, or the operations of a JSON Patch. */
export type WorkloadPatch =
  | { readonly kind: "strategic"; readonly body: object }
  | { readonly kind: "json"; readonly body: readonly object[] };

/** Workloads as the cluster has them. All reject with StatusErrors; changes with PERMISSION_DENIED where the user hasn't allowed them. */
export interface FlagWorkloads {
  read(place: WorkloadPlace, signal: AbortSignal): Promise<WorkloadState>;
  patch(place: WorkloadPlace, patch: WorkloadPatch, signal: AbortSignal): Promise<void>;
  pods(place: WorkloadPlace, signal: AbortSignal): Promise<readonly WorkloadPod[]>;
  /** Deletes a pod that its StatefulSet would wait for; one that is gone is no failure. */
  deletePod(place: WorkloadPlace, pod: string, signal: AbortSignal): Promise<void>;
  /** What the user may not do there of what a comparison needs, "patch statefulsets"; [] where the cluster doesn't say. */
  missingRights(place: WorkloadPlace): Promise<readonly string[]>;
  /** The last lines of a container, or of the one that ran before it; [] without any. */
  log(
    place: WorkloadPlace,
    of: { readonly pod: string; readonly container: string; readonly previous: boolean },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** A loopback address that leads to the server in a pod. */
  forward(
    place: WorkloadPlace,
    pod: string,
    signal: AbortSignal,
  ): Promise<Disposable & { readonly address: string; readonly caveat: string }>;
}
