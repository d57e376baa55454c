import type { RequestOptions } from "node:https";
import { WebSocket } from "ws";
import { StatusError } from "../../../base/status-error.ts";
import type { KubeApi } from "../access/api.ts";

const PROTOCOL = "v4.channel.k8s.io";

export interface PodPort {
  readonly namespace: string;
  readonly pod: string;
  readonly port: number;
}

/**
 * A WebSocket to a pod's port. The library's own opens without a limit of time, so that an API server that accepts and
 * says nothing would hold every connection for ever. It is paused until who asked listens: the first messages may come
 * in one piece with the answer. `signal` gives it up before it is open.
 */
export async function connectPod(
  api: KubeApi,
  { namespace, pod, port }: PodPort,
  limitMs: number,
  signal: AbortSignal,
): Promise<WebSocket> {
  const { config, server } = await api.signed();
  const options: RequestOptions = {};
  await config.applyToHTTPSOptions(options);
  signal.throwIfAborted();
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/portforward?ports=${port}`;
  const webSocket = new WebSocket(`${server.replace(/^http/, "ws")}${path}`, PROTOCOL, {
    ...(options as object),
    perMessageDeflate: false,
  });
  const opened = Promise.withResolvers<void>();
  webSocket.once("open", () => {
    webSocket.pause();
    opened.resolve();
  });
  webSocket.on("error", (error) => opened.reject(notOpened(pod, port, error.message)));
  webSocket.once("unexpected-response", (request, { statusCode = 0 }) => {
    if (statusCode === 401) api.refused(config);
    opened.reject(refusedByServer(pod, port, statusCode));
    request.destroy();
  });
  const giveUp = () => opened.reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  const words = `the API server did not open it within ${limitMs / 1000} s`;
  const timer = setTimeout(() => opened.reject(notOpened(pod, port, words)), limitMs);
  try {
    await opened.promise;
    return webSocket;
  } catch (error) {
    webSocket.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}

function refusedByServer(pod: string, port: number, http: number): StatusError {
  if (http === 403)
    return new StatusError(
      "PERMISSION_DENIED",
      `No port-forward to the pod ${pod}: the verb create on pods/portforward is not allowed. A cluster administrator can allow it with a Role.`,
    );
  if (http === 404) return new StatusError("NOT_FOUND", `The pod ${pod} is no longer there.`);
  if (http === 401)
    return new StatusError(
      "UNAUTHENTICATED",
      `No port-forward to the pod ${pod}: the API server does not accept the credentials.`,
    );
  return notOpened(pod, port, `the API server responds with HTTP ${http}`);
}

function notOpened(pod: string, port: number, words: string): StatusError {
  return new StatusError(
    "UNAVAILABLE",
    `No port-forward to port ${port} of the pod ${pod}: ${words}.`,
  );
}
