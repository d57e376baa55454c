import type http from "node:http";
import type { ContainerStatus, Pod } from "../objects.ts";

interface Follower {
  readonly key: string;
  readonly response: http.ServerResponse;
}

/**
 * Logs of containers as the core API v1 serves them at pods/{name}/log (kubernetes v1.34 pkg/apis/core/types.go
 * PodLogOptions), with what pkg/registry/core/pod/strategy.go LogLocation and pkg/kubelet/kubelet.go
 * validateContainerLogStatus reject. Nothing is answered before there is something to report, as the kubelet has it.
 */
export class PodLogs {
  readonly #texts = new Map<string, string>();
  readonly #followers = new Set<Follower>();
  /** What was asked for, "container=triton&tailLines=200". */
  readonly asked: string[] = [];

  /** `key`: "namespace/pod", with "/container" for one of several, and " previous" for the one before. */
  set(key: string, text: string): void {
    this.#texts.set(key, text);
  }

  /** Whether pods went since they were listed. */
  areGone = false;

  /** A container writes. */
  write(key: string, text: string): void {
    this.#texts.set(key, (this.#texts.get(key) ?? "") + text);
    for (const { key: own, response } of this.#followers) if (own === key) response.write(text);
  }

  get followers(): number {
    return this.#followers.size;
  }

  /** As when the container ended. */
  end(): void {
    for (const { response } of this.#followers) response.end();
  }

  /** As when the API server went. */
  cut(): void {
    for (const { response } of this.#followers) response.destroy();
  }

  /** Why it is a bad request; null where it is answered. */
  answer(pod: Pod, query: URLSearchParams, response: http.ServerResponse): string | null {
    this.asked.push(query.toString());
    const { name, namespace } = pod.metadata;
    const containers = [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])];
    const names = containers.map((each) => each.name);
    const container = query.get("container") ?? (names.length === 1 ? names[0] : undefined);
    if (container === undefined)
      return `a container name must be specified for pod ${name}, choose one of: [${names.join(" ")}]`;
    if (!names.includes(container)) return `container ${container} is not valid for pod ${name}`;
    const isPrevious = query.get("previous") === "true";
    const key = `${namespace}/${name}${names.length > 1 ? `/${container}` : ""}${isPrevious ? " previous" : ""}`;
    const text = this.#texts.get(key);
    const state = findStatus(pod, container);
    const waiting = state?.state?.waiting;
    // Of one that ended and waits to start again, the log is the one of the container that ended.
    if (waiting && !state?.lastState?.terminated && !isPrevious)
      return `container "${container}" in pod "${name}" is waiting to start: ${waiting.reason}`;
    if (isPrevious && text === undefined)
      return `previous terminated container "${container}" in pod "${name}" not found`;
    const tail = takeTail(text ?? "", query.get("tailLines"));
    response.setHeader("content-type", "text/plain");
    if (query.get("follow") !== "true") {
      response.end(tail);
      return null;
    }
    const follower = { key, response };
    this.#followers.add(follower);
    response.on("close", () => this.#followers.delete(follower));
    if (tail !== "") response.write(tail);
    return null;
  }
}

function findStatus(pod: Pod, container: string): ContainerStatus | undefined {
  return pod.status?.containerStatuses?.find(({ name }) => name === container);
}

function takeTail(text: string, tailLines: string | null): string {
  if (tailLines === null) return text;
  const lines = text.split(/(?<=\n)/);
  return lines.slice(Math.max(0, lines.length - Number(tailLines))).join("");
}
