import type http2 from "node:http2";

/**
 * One outstanding ModelInfer call on a shared HTTP/2 connection, framed by hand: grpc-js's client would saturate
 * before the server does.
 */
export class Http2Lane {
  readonly #session: http2.ClientHttp2Session;
  readonly #done: (ok: boolean) => void;

  constructor(session: http2.ClientHttp2Session, done: (ok: boolean) => void) {
    this.#session = session;
    this.#done = done;
  }

  /** `request` has its five-byte frame. */
  send(request: Buffer): void {
    const stream = this.#session.request({
      ":method": "POST",
      ":path": "/inference.GRPCInferenceService/ModelInfer",
      "content-type": "application/grpc",
      te: "trailers",
    });
    let status: unknown;
    stream.on("trailers", (trailers) => {
      status = trailers["grpc-status"];
    });
    stream.on("error", () => {});
    stream.on("close", () => this.#done(status === "0"));
    stream.resume();
    stream.end(request);
  }
}

/** A message as gRPC frames it: not compressed, and its length. */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(5 + message.byteLength);
  frame.writeUInt32BE(message.byteLength, 1);
  frame.set(message, 5);
  return frame;
}
