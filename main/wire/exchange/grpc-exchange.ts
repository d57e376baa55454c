import http2, { type ClientHttp2Stream, type IncomingHttpHeaders } from "node:http2";
import { inference, WireReader } from "../../../assets/proto/index.ts";
import { STATUS_CODES } from "../../../base/status-error.ts";
import { ByteBudget } from "../../../engine/protocol/byte-budget.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { MessageReader } from "../../../engine/protocol/grpc/framing/message-reader.ts";
import { decodeStatusMessage } from "../../../engine/protocol/grpc/framing/status-message.ts";
import type { TrialStatus } from "../../contract/index.ts";
import { encodeGrpcRequest, grpcOutputs, headerLines, type Target } from "../index.ts";
import { type ExchangeWatch, MAX_RESPONSE_BYTES, unreachable, unreadable } from "./exchange.ts";
import { GrpcConnection } from "./grpc-connection.ts";
import type { PreparedRequest } from "./prepare.ts";

const SERVICE = "/inference.GRPCInferenceService";
const LIMITS = { maxMessageBytes: MAX_RESPONSE_BYTES, budget: new ByteBudget(2 ** 40) };

/**
 * Sends a request once, over a new connection unless it names kept ones: by ModelInfer, or by ModelStreamInfer for a
 * decoupled model. Resolves however it ends; rejects with the signal's reason when that aborts, which cancels the call.
 */
export function exchangeGrpc(
  target: Target,
  request: PreparedRequest,
  watch: ExchangeWatch,
  signal: AbortSignal,
): Promise<TrialStatus> {
  headerLines(target.headers);
  const message = grpcMessage(request);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const { kept } = request;
    const connection = kept?.grpcConnection(target) ?? new GrpcConnection(target);
    const { address } = connection;
    const finish = () => {
      signal.removeEventListener("abort", cancel);
      if (!kept || !connection.wasConnected) connection.close();
    };
    connection.onConnected(() => watch.connected());
    const headers = { ...target.headers, ...toRequestHeaders(address, request) };
    const stream = connection.session.request(headers);
    const cancel = () => {
      reject(signal.reason as Error);
      stream.close(http2.constants.NGHTTP2_CANCEL);
      finish();
    };
    signal.addEventListener("abort", cancel, { once: true });
    stream.on("finish", () => watch.sent(message.length));
    new Responses(stream, request.decoupled, watch, connection).onEnd((status) => {
      finish();
      resolve(status);
    });
    stream.end(frame(message));
  });
}

function toRequestHeaders(authority: string, { decoupled, deadlineMs }: PreparedRequest) {
  return {
    ":method": "POST",
    ":path": `${SERVICE}/${decoupled ? "ModelStreamInfer" : "ModelInfer"}`,
    ":authority": authority,
    "content-type": "application/grpc",
    te: "trailers",
    // So that the server stops by itself, too.
    "grpc-timeout": `${deadlineMs}m`,
  };
}

/** The server's side of a call: messages, then a status. */
class Responses {
  readonly #stream: ClientHttp2Stream;
  readonly #decoupled: boolean;
  readonly #watch: ExchangeWatch;
  readonly #connection: GrpcConnection;
  #end: TrialStatus | null = null;
  #error: NodeJS.ErrnoException | null = null;
  #hasResponse = false;

  constructor(
    stream: ClientHttp2Stream,
    decoupled: boolean,
    watch: ExchangeWatch,
    connection: GrpcConnection,
  ) {
    this.#stream = stream;
    this.#decoupled = decoupled;
    this.#watch = watch;
    this.#connection = connection;
    const reader = new MessageReader(LIMITS, (bytes, _, held) => {
      LIMITS.budget.give(held);
      this.#take(bytes);
    });
    stream.on("response", (headers) => {
      watch.firstByte();
      this.#status(headers);
    });
    stream.on("trailers", (headers) => this.#status(headers));
    stream.on("error", (error: Error) => (this.#error ??= error));
    stream.on("data", (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch (error) {
        this.#fail(unreadable(error));
      }
    });
    stream.on("close", () => reader.drop());
  }

  onEnd(end: (how: TrialStatus) => void): void {
    this.#stream.on("close", () => end(this.#ended()));
  }

  #ended(): TrialStatus {
    if (!this.#end) {
      this.#watch.lost?.(this.#connection.lossOf(this.#stream, this.#error?.code));
      return unreachable(this.#connection.address, this.#error?.message ?? "");
    }
    if (!this.#end.ok || this.#decoupled || this.#hasResponse) return this.#end;
    return {
      ok: false,
      code: "INTERNAL",
      message: "The server ended the call without a response.",
    };
  }

  #take(bytes: Buffer): void {
    this.#hasResponse = true;
    try {
      const response = this.#decoupled ? streamed(bytes) : decoded(bytes);
      if (typeof response === "string") {
        this.#end ??= { ok: false, code: "ERROR IN STREAM", message: response };
        return;
      }
      const outputs = grpcOutputs(response);
      if (this.#decoupled && outputs.length === 0) return;
      const modelVersion = response.model_version ?? "";
      this.#watch.response({ bytes: bytes.length, modelVersion, outputs });
    } catch (error) {
      this.#fail(unreadable(error));
    }
  }

  #status(headers: IncomingHttpHeaders): void {
    const status = headers["grpc-status"];
    const http = Number(headers[":status"] ?? 200);
    if (status !== undefined) {
      const code = STATUS_CODES[Number(status)] ?? "UNKNOWN";
      const message = decodeStatusMessage(String(headers["grpc-message"] ?? ""));
      this.#end ??= { ok: code === "OK", code, message };
    } else if (http !== 200) {
      this.#end ??= { ok: false, code: `HTTP ${http}`, message: "This is not a gRPC response." };
    }
  }

  #fail(end: TrialStatus): void {
    this.#end ??= end;
    this.#stream.close(http2.constants.NGHTTP2_CANCEL);
  }
}

type Response = inference.ModelInferResponse.$Properties;

function decoded(bytes: Buffer): Response {
  return inference.ModelInferResponse.decode(new WireReader(bytes));
}

/** An error message, or a response. */
function streamed(bytes: Buffer): Response | string {
  const response = inference.ModelStreamInferResponse.decode(new WireReader(bytes));
  return response.error_message || (response.infer_response ?? {});
}

/** A ModelInferRequest with raw contents. */
function grpcMessage(request: PreparedRequest): Buffer {
  const { inputs, outputs } = request;
  const requested = outputs.map(({ name, classification }) => ({
    name,
    parameters: classification ? { classification: { int64_param: classification } } : {},
  }));
  // Concatenated messages are merged.
  return Buffer.concat([
    encodeGrpcRequest({ ...request, contents: inputs.map(({ data }) => data) }),
    inference.ModelInferRequest.encode({ outputs: requested }).finish(),
  ]);
}
