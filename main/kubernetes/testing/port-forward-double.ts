import type http from "node:http";
import net from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

const PROTOCOL = "v4.channel.k8s.io";

/**
 * The kubelet's side of a port-forward over WebSocket, as kubernetes v1.34 has it in
 * staging/src/k8s.io/kubelet/pkg/cri/streaming/portforward/websocket.go: two channels for the port, data 0 and error 1,
 * each beginning with the port as 16 bits, little endian; every message begins with its channel.
 */
export class PortForwardDouble {
  readonly #server = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  readonly #open = new Set<WebSocket>();

  /** Those that were heard. */
  pings = 0;
  /**
   * Whether the first messages come in one piece with the answer, as they do where the API server read both at once
   * (kubernetes v1.34 staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go, getResponse).
   */
  inOnePiece = false;

  /** Tunnels that are open now. */
  get tunnels(): number {
    return this.#open.size;
  }

  /** A WebSocket's end must answer pings (RFC 6455 section 5.5.2); some that are between do not. */
  answersPings(answers: boolean): void {
    this.#server.options.autoPong = answers;
  }

  /** Accepts and says nothing any more, as a peer that can no longer be reached. */
  stall(): void {
    for (const webSocket of this.#open) webSocket.pause();
  }

  /** Bytes that the tunnels' other ends have not taken yet. */
  get waiting(): number {
    return [...this.#open].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);
  }

  /** `target`: HOST:PORT of what listens in the pod; undefined: nothing does. */
  take(
    request: http.IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { port, target }: { port: number; target: string | undefined },
  ): void {
    const release = this.inOnePiece ? holdBack(socket) : () => {};
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#open.add(webSocket);
      webSocket.on("close", () => this.#open.delete(webSocket));
      webSocket.on("ping", () => void this.pings++);
      const send = (channel: number, bytes: Uint8Array) =>
        webSocket.send(Buffer.concat([Uint8Array.of(channel), bytes]));
      const number = Buffer.alloc(2);
      number.writeUInt16LE(port);
      send(0, number);
      send(1, number);
      const fail = (why: string) => {
        send(1, Buffer.from(`error forwarding port ${port} to pod: ${why}`));
        webSocket.close();
      };
      if (target === undefined) return fail("connection refused");
      const [host = "", targetPort] = target.split(":");
      const server = net.connect(Number(targetPort), host);
      server.on("data", (bytes) => send(0, bytes));
      server.on("error", (error) => fail(error.message));
      server.on("close", () => webSocket.close());
      webSocket.on("message", (message: Buffer) => server.write(message.subarray(1)));
      webSocket.on("close", () => server.destroy());
    });
    release();
  }

  /** As when the pod goes away. */
  cut(): void {
    for (const webSocket of this.#open) webSocket.terminate();
  }
}

/** Of what is written to a socket until the function that is returned is called, which writes all of it at once. */
function holdBack(socket: Duplex): () => void {
  const held: Buffer[] = [];
  const write = socket.write.bind(socket);
  socket.write = (bytes: string | Uint8Array) => held.push(Buffer.from(bytes as Uint8Array)) > 0;
  return () => {
    socket.write = write;
    write(Buffer.concat(held));
  };
}
