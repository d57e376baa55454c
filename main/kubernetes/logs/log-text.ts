import { StatusError } from "../../../base/status-error.ts";
import type { PodLogWish } from "../../contract/index.ts";
import type { ContainerStatus, Pod } from "../objects.ts";

/**
 * Why a log cannot be read, for what the API server and the kubelet say: the messages of kubernetes v1.34
 * pkg/kubelet/kubelet.go (validateContainerLogStatus), pkg/registry/core/pod/strategy.go (LogLocation).
 */
export function refusedLog(thrown: unknown, { pod, container, previous }: PodLogWish): string {
  const { code, message } = StatusError.from(thrown);
  if (code === "NOT_FOUND") return `The pod ${pod} is no longer there.`;
  const [, waits] = /is waiting to start(?::| -) (.+?)\.?$/.exec(message) ?? [];
  if (waits !== undefined)
    return `The container ${container} has written nothing yet; it waits to start: ${waits}.`;
  if (previous && /previous terminated container .* not found/.test(message))
    return `There is no log of a container before the current ${container}.`;
  if (/container .* is not valid for pod/.test(message))
    return `The pod ${pod} has no container ${container}.`;
  return message;
}

/** Whether a line is what a kubelet answers, with 200, in place of a log that its runtime no longer has (1.36). */
export const isWithoutLog = (line: string): boolean =>
  /^unable to retrieve container logs for \S+$/.test(line);

export function statusIn(pod: Pod | null, container: string): ContainerStatus | undefined {
  return [
    ...(pod?.status?.containerStatuses ?? []),
    ...(pod?.status?.initContainerStatuses ?? []),
  ].find(({ name }) => name === container);
}

/** Why a followed log ended. `before`: the container's state when the log began; null: not known. */
export function endOfLog(container: string, before: ContainerStatus | undefined, pod: Pod): string {
  const now = statusIn(pod, container);
  const { terminated, waiting } = now?.state ?? {};
  if (terminated) return `The container ${container} ended${how(terminated)}.`;
  const last = now?.lastState?.terminated;
  if (waiting && last)
    return `The container ${container} ended${how(last)} and waits to start again${waiting.reason ? `: ${waiting.reason}` : ""}.`;
  if (before && (now?.restartCount ?? 0) > (before.restartCount ?? 0))
    return `The container ${container} ended${last ? how(last) : ""} and was started again.`;
  if (pod.metadata.deletionTimestamp !== undefined) return "The pod is being ended.";
  return `The API server ended the log, and the container ${container} runs on.`;
}

function how({ reason, exitCode }: { reason?: string; exitCode?: number }): string {
  const words = [reason, exitCode === undefined ? undefined : `exit code ${exitCode}`];
  const known = words.filter((each) => each !== undefined && each !== "");
  return known.length === 0 ? "" : ` (${known.join(", ")})`;
}
