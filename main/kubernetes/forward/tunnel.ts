import type net from "node:net";
import { Writable } from "node:stream";
import { StatusError } from "../../../engine/protocol/status.ts";
import type { KubeApi } from "../access/api.ts";
import { clientLibrary } from "../client-library.ts";

/** Bytes on their way to the API server, beyond which the client is not read. */
const MOST_WAITING = 1024 * 1024;
const LOOK_AGAIN_MS = 10;

export interface PodPort {
  readonly namespace: string;
  readonly pod: string;
  readonly port: number;
}

/**
 * Carries one TCP connection to a pod's port: a WebSocket to the API server's portforward subresource, in the channel
 * protocol v4.channel.k8s.io. Resolves once it is open; rejects with a StatusError. Either end's close closes the other;
 * `failed` is told what the pod's side says.
 */
export async function openTunnel(
  api: KubeApi,
  { namespace, pod, port }: PodPort,
  socket: net.Socket,
  failed: (error: StatusError) => void,
): Promise<void> {
  const { PortForward } = await clientLibrary();
  const config = await api.config();
  let tunnel: { pause(): void; resume(): void } | null = null;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!socket.destroyed && !socket.write(chunk)) {
        tunnel?.pause();
        socket.once("drain", () => tunnel?.resume());
      }
      done();
    },
  });
  const complaints = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (chunk.length > 0) {
        failed(refusedByPod(pod, port, chunk.toString("utf8")));
        socket.destroy();
      }
      done();
    },
  });
  // Read only once the tunnel is there to take it.
  const forward = new PortForward(config, true);
  let opened: Awaited<ReturnType<typeof forward.portForward>>;
  try {
    opened = await forward.portForward(namespace, pod, [port], output, complaints, socket);
  } catch (thrown) {
    throw notOpened(pod, port, thrown);
  }
  if (typeof opened === "function") throw new StatusError("INTERNAL", "No tunnel was opened.");
  const webSocket = opened;
  tunnel = webSocket;
  if (socket.destroyed) return webSocket.close();
  webSocket.addEventListener("close", () => socket.destroySoon());
  socket.once("close", () => webSocket.close());
  const look = () => {
    if (socket.destroyed) return;
    if (webSocket.bufferedAmount <= MOST_WAITING) socket.resume();
    else setTimeout(look, LOOK_AGAIN_MS);
  };
  socket.on("data", () => {
    if (webSocket.bufferedAmount <= MOST_WAITING) return;
    socket.pause();
    look();
  });
}

function refusedByPod(pod: string, port: number, words: string): StatusError {
  return new StatusError("UNAVAILABLE", `Port ${port} of the pod ${pod}: ${words.trim()}`);
}

function notOpened(pod: string, port: number, thrown: unknown): StatusError {
  const words = (thrown as { message?: string }).message ?? String(thrown);
  const http = Number(/response: (\d+)/.exec(words)?.[1]);
  if (http === 403)
    return new StatusError(
      "PERMISSION_DENIED",
      `No port-forward to the pod ${pod}: the verb create on pods/portforward is not allowed. Somebody who administers the cluster can allow it with a Role.`,
    );
  if (http === 404) return new StatusError("NOT_FOUND", `The pod ${pod} is no longer there.`);
  if (http === 401)
    return new StatusError(
      "UNAUTHENTICATED",
      `No port-forward to the pod ${pod}: the API server does not accept the credentials.`,
    );
  return new StatusError(
    "UNAVAILABLE",
    `No port-forward to port ${port} of the pod ${pod}: ${words}.`,
  );
}
