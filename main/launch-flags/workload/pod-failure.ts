import type { LaunchFailure } from "../../contract/index.ts";
import { crashReason } from "../failure-reason.ts";
import type { WorkloadPod, PodContainerStatus } from "./source.ts";

/** Reasons of a waiting container that don't pass by themselves (kubernetes v1.34, pkg/kubelet/images/types.go, pkg/kubelet/kuberuntime, pkg/kubelet/container/sync_result.go). */
const IMAGE = new Set([
  "ErrImagePull",
  "ImagePullBackOff",
  "InvalidImageName",
  "ErrImageNeverPull",
  "ImageInspectError",
  "RegistryUnavailable",
]);
const CONTAINER = new Set([
  "CreateContainerConfigError",
  "CreateContainerError",
  "RunContainerError",
  "PostStartHookError",
]);

export interface FailedPod {
  readonly pod: string;
  /** Whether its log is that of the container before. */
  readonly previous: boolean;
  readonly hasLog: boolean;
  describe(log: readonly string[]): LaunchFailure;
}

/** A pod whose container can't start, or ended; null while it may still get ready. */
export function failedPod({ name, statuses }: WorkloadPod, container: string): FailedPod | null {
  const status = statuses.find((each) => each.name === container);
  if (!status) return null;
  const { waiting, ended, restarts } = status;
  if (waiting && (IMAGE.has(waiting.reason) || CONTAINER.has(waiting.reason)) && !ended) {
    const kind = IMAGE.has(waiting.reason) ? "image" : "program";
    const reason = `Its pod ${name} doesn't start: ${describeWaiting(waiting)}`;
    return { pod: name, previous: false, hasLog: false, describe: () => ({ kind, reason }) };
  }
  if (!ended) return null;
  return {
    pod: name,
    previous: waiting === null && restarts > 0,
    hasLog: true,
    describe: (log) =>
      ended.reason === "OOMKilled"
        ? {
            kind: "memory",
            reason: `The container of its pod ${name} was ended for lack of main memory (OOMKilled).`,
          }
        : crashReason(log, { code: ended.exitCode, signal: null }),
  };
}

/** Why pods aren't ready that didn't fail. */
export function describePending(pods: readonly WorkloadPod[], state: string): LaunchFailure {
  const reason = pods.find((each) => each.reason !== null)?.reason;
  const words = reason === undefined || reason === null ? state : `Its pod: ${reason}`;
  return { kind: /Unschedulable/.test(words) ? "schedule" : "timeout", reason: words };
}

function describeWaiting({ reason, message }: NonNullable<PodContainerStatus["waiting"]>): string {
  return message === "" ? `${reason}.` : `${reason}: ${message}`;
}
