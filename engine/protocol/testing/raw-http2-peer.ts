import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { FrameReader, PREFACE } from "../http2/frame-reader.ts";
import { controlFrame, ERROR, FLAG, FRAME, settingsFrame } from "../http2/frames.ts";
import { HpackDecoder } from "../http2/hpack/decoder.ts";
import { HpackEncoder } from "../http2/hpack/encoder.ts";

export interface Received {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(ERROR).map(([name, code]) => [code, name]),
);

/** One side of an HTTP/2 connection for tests: sends arbitrary frames and records received ones. */
export class RawPeer {
  readonly socket: Socket;
  readonly received: Received[] = [];
  readonly encoder = new HpackEncoder();
  readonly #decoder = new HpackDecoder();
  #closed = false;
  #data: Buffer[] = [];

  /** `other`: what the other side is. */
  constructor(socket: Socket, other: "server" | "client" = "server") {
    this.socket = socket;
    let begun = { type: 0, flags: 0, streamId: 0 };
    const reader = new FrameReader(
      {
        dataBegins: ({ type, flags, streamId }) => (begun = { type, flags, streamId }),
        dataPart: (part) => void this.#data.push(Buffer.from(part)),
        dataEnds: () =>
          void this.received.push({ ...begun, payload: Buffer.concat(this.#data.splice(0)) }),
        frame: ({ type, flags, streamId }, bytes, start, end) =>
          void this.received.push({
            type,
            flags,
            streamId,
            payload: Buffer.from(bytes.subarray(start, end)),
          }),
      },
      { maxFrameBytes: 2 ** 24, expectsPreface: other === "client" },
    );
    socket.on("data", (chunk: Buffer) => reader.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => (this.#closed = true));
  }

  /** Connected, with prefaces exchanged. */
  static async connect(port: number): Promise<RawPeer> {
    const socket = net.connect(port, "127.0.0.1");
    await once(socket, "connect");
    const client = new RawPeer(socket);
    client.send(PREFACE, settingsFrame([]));
    return client;
  }

  /** Listens on a free port; each connection has sent its settings. */
  static async listen(
    settings: Parameters<typeof settingsFrame>[0],
    onConnection: (peer: RawPeer) => void,
  ): Promise<{ readonly port: number } & AsyncDisposable> {
    const peers: RawPeer[] = [];
    const server = net.createServer({ noDelay: true }, (socket) => {
      const peer = new RawPeer(socket, "client");
      peers.push(peer);
      peer.send(settingsFrame(settings));
      onConnection(peer);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return {
      port: (server.address() as AddressInfo).port,
      async [Symbol.asyncDispose]() {
        const closed = once(server, "close");
        server.close();
        for (const { socket } of peers) socket.destroy();
        await closed;
      },
    };
  }

  send(...frames: readonly Buffer[]): void {
    this.socket.write(Buffer.concat(frames));
  }

  /** Resolves with the first frame that matches; throws when the connection closes without it. */
  async next(matches: (frame: Received) => boolean): Promise<Received> {
    for (;;) {
      const found = this.received.find(matches);
      if (found !== undefined) return found;
      if (this.#closed) throw new Error("the connection closed without the frame");
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** The name of the error that ended the connection. */
  async goAway(): Promise<string | undefined> {
    const { payload } = await this.next(({ type }) => type === FRAME.goAway);
    return NAMES.get(payload.readUInt32BE(4));
  }

  /** The name of the error that reset the stream. */
  async reset(id: number): Promise<string | undefined> {
    const frame = await this.next(({ type, streamId }) => type === FRAME.reset && streamId === id);
    return NAMES.get(frame.payload.readUInt32BE(0));
  }

  /** A PING reply proves that all earlier frames were processed and the connection lives. */
  async lives(): Promise<void> {
    const payload = Buffer.from(`ping${String(this.received.length).padStart(4, "0")}`);
    this.send(controlFrame({ type: FRAME.ping, flags: 0, streamId: 0 }, payload));
    await this.next(({ type, flags, payload: echoed }) => {
      return type === FRAME.ping && flags === FLAG.ack && echoed.equals(payload);
    });
  }

  /** The fields of a header block; blocks must be decoded in the order they arrived. */
  headers(frame: Received): Record<string, string> {
    const headers: Record<string, string> = {};
    const { payload } = frame;
    this.#decoder.decode(payload, 0, payload.length, ({ name, value }) => (headers[name] = value));
    return headers;
  }
}
