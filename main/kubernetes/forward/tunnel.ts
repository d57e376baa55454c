import type net from "node:net";
import type { WebSocket } from "ws";
import { StatusError } from "../../../base/status-error.ts";
import type { KubeApi } from "../access/api.ts";
import { connectPod, type PodPort } from "./pod-socket.ts";

/** Bytes on their way to the API server, beyond which the client is not read. */
const MAX_WAITING = 1024 * 1024;
const DATA = 0;
const ERROR = 1;

/** ms */
export interface TunnelLimits {
  readonly openMs: number;
  /** Between pings. */
  readonly pingMs: number;
}

export const TUNNEL_LIMITS: TunnelLimits = { openMs: 20_000, pingMs: 15_000 };

export interface TunnelOptions {
  /** Called with a failure that the pod's side reports, and with null at the first bytes from there. */
  readonly onOutcome: (error: StatusError | null) => void;
  readonly limits?: TunnelLimits;
}

/** Each channel begins with the port as 16 bits. */
const PORT_BYTES = 2;

/**
 * Carries one TCP connection to a pod's port, over the API server's portforward subresource in the channel protocol
 * v4.channel.k8s.io. Resolves once it is open; rejects with a StatusError. Either end's close closes the other.
 */
export async function openTunnel(
  api: KubeApi,
  target: PodPort,
  socket: net.Socket,
  { onOutcome, limits = TUNNEL_LIMITS }: TunnelOptions,
): Promise<void> {
  const { openMs, pingMs } = limits;
  const left = new AbortController();
  socket.once("close", () =>
    left.abort(new StatusError("CANCELLED", "The tunnel is not needed any more.")),
  );
  const webSocket = await connectPod(api, target, openMs, left.signal);
  if (socket.destroyed) return webSocket.terminate();
  cutWhenSilent(webSocket, pingMs, (seconds) => {
    const words = `the tunnel through the API server has been silent for ${seconds} s, and was cut`;
    onOutcome(refusedByPod(target, `${words}.`));
  });
  webSocket.on("close", () => socket.destroySoon());
  socket.once("close", () => webSocket.close());
  sendTo(webSocket, socket);
  const give = makeWriter(socket, webSocket);
  const begun = new Set<number>();
  let isHeard = false;
  webSocket.on("message", (message: Buffer) => {
    const channel = message[0];
    if (channel !== DATA && channel !== ERROR) return;
    const bytes = message.subarray(begun.has(channel) ? 1 : 1 + PORT_BYTES);
    begun.add(channel);
    if (bytes.length === 0) return;
    if (channel === ERROR) {
      onOutcome(refusedByPod(target, bytes.toString("utf8")));
      socket.destroy();
      return;
    }
    if (!isHeard) onOutcome(null);
    isHeard = true;
    give(bytes);
  });
  webSocket.resume();
}

/** What the client says, as fast as the API server takes it. */
function sendTo(webSocket: WebSocket, socket: net.Socket): void {
  const isFull = () => webSocket.bufferedAmount > MAX_WAITING;
  socket.on("data", (bytes: Buffer) => {
    if (webSocket.readyState !== webSocket.OPEN) return;
    webSocket.send(Buffer.concat([Uint8Array.of(DATA), bytes]), () => {
      if (socket.isPaused() && !isFull()) socket.resume();
    });
    if (isFull()) socket.pause();
  });
}

/** What the pod says, as fast as the client takes it. */
function makeWriter(socket: net.Socket, webSocket: WebSocket): (bytes: Buffer) => void {
  let isWaiting = false;
  return (bytes) => {
    if (socket.destroyed || socket.write(bytes) || isWaiting) return;
    isWaiting = true;
    webSocket.pause();
    socket.once("drain", () => {
      isWaiting = false;
      webSocket.resume();
    });
  };
}

function refusedByPod({ pod, port }: PodPort, words: string): StatusError {
  return new StatusError("UNAVAILABLE", `Port ${port} of the pod ${pod}: ${words.trim()}`);
}

/** Pings in a row without a response. */
const MAX_UNANSWERED_PINGS = 3;

/**
 * Cuts a WebSocket whose other end answered pings (RFC 6455 section 5.5.2) and says nothing any more, as after a change of
 * networks. One that never answered any is left alone, and so is one that is held back or that still has to take what was
 * sent: its end may be busy. `cut` hears after how many seconds.
 */
function cutWhenSilent(webSocket: WebSocket, pingMs: number, cut: (seconds: number) => void): void {
  let answers = false;
  let unanswered = 0;
  const heard = () => {
    unanswered = 0;
  };
  webSocket.on("pong", () => {
    answers = true;
    heard();
  });
  webSocket.on("message", heard);
  const timer = setInterval(() => {
    if (webSocket.readyState !== webSocket.OPEN) return;
    if (webSocket.isPaused || webSocket.bufferedAmount > 0) return heard();
    if (answers && unanswered >= MAX_UNANSWERED_PINGS) {
      cut((unanswered * pingMs) / 1000);
      return webSocket.terminate();
    }
    unanswered++;
    webSocket.ping();
  }, pingMs);
  webSocket.once("close", () => clearInterval(timer));
}
