import type { CancelSignal } from "../../../base/cancellation.ts";
import { type EngineClock, engineClock } from "../../scheduling/clock.ts";
import { releaseOf } from "../../requests/lent-outputs.ts";
import type { Engine, InferRequest, InferResponse, RequestTrace } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type HttpResponse, errorResponse, JSON_TYPE, TEXT_TYPE } from "./http-response.ts";
import type { Body } from "./body.ts";
import type { Call } from "./call.ts";
import { acceptedEncoding, compressed, contentEncoding, withDecompressed } from "./compression.ts";
import { type HttpInferRequest, readJsonLength, readInferRequest } from "./infer-request.ts";
import { inferHttpResponse } from "./infer-response.ts";

/** The engine's message for decoupled models, and Triton's over HTTP. */
const DECOUPLED_OVER_HTTP =
  "HTTP end point doesn't support models with decoupled transaction policy";

/** POST /v2/models/m[/versions/v]/infer. */
export function infer(
  engine: Engine,
  call: Call,
  clock = engineClock,
): HttpResponse | Promise<HttpResponse> {
  const receivedAt = clock.now();
  const encoding = contentEncoding(call.header("content-encoding"));
  // Checked before the body is read, decompressed or parsed.
  const unknown = unknownModel(engine, call);
  if (unknown !== undefined) return failed(unknown);
  const handle = (received: Body) => {
    const header = call.header("inference-header-content-length");
    const jsonBytes = readJsonLength(header, received.byteLength);
    try {
      const read = readInferRequest({ call, body: received, jsonBytes }, engine);
      if (!(read instanceof Promise)) return inferRead(engine, read, receivedAt, clock);
      return read.then((large) => inferRead(engine, large, receivedAt, clock)).catch(failed);
    } catch (error) {
      return failed(error);
    }
  };
  const body =
    encoding === undefined && call.received !== undefined
      ? handle(call.received)
      : receive(call, encoding, handle);
  const accepted = acceptedEncoding(call.header("accept-encoding"));
  if (accepted === undefined) return body;
  return Promise.resolve(body).then((httpResponse) =>
    httpResponse.status === 200 ? compressed(httpResponse, accepted) : httpResponse,
  );
}

async function receive(
  call: Call,
  encoding: string | undefined,
  handle: (body: Body) => HttpResponse | Promise<HttpResponse>,
): Promise<HttpResponse> {
  const body = await call.body();
  if (encoding === undefined) return handle(body);
  return withDecompressed(body, call.maxBodyBytes, handle);
}

function inferRead(
  engine: Engine,
  read: HttpInferRequest,
  receivedAt: number,
  clock: EngineClock,
): Promise<HttpResponse> {
  const { request, format } = read;
  const trace = engine.startTrace(request.modelName, request.id);
  if (trace === undefined) {
    return engine
      .infer(request)
      .then((response) => respondLast(response, format, request.signal))
      .catch(failed);
  }
  trace.stamp("RECEIVED", receivedAt);
  return traced(engine, { ...request, trace }, format, clock);
}

/** The response has the only reference to the outputs. */
function respondLast(
  response: InferResponse,
  format: HttpInferRequest["format"],
  signal: CancelSignal | undefined,
): HttpResponse | Promise<HttpResponse> {
  const sent = releaseOf(response.outputs);
  const httpResponse = inferHttpResponse(response, format, signal);
  if (sent === undefined) return httpResponse;
  return httpResponse instanceof Promise
    ? httpResponse.then((written) => ({ ...written, sent }))
    : { ...httpResponse, sent };
}

async function traced(
  engine: Engine,
  request: InferRequest & { trace: RequestTrace },
  format: HttpInferRequest["format"],
  clock: EngineClock,
): Promise<HttpResponse> {
  let httpResponse: HttpResponse;
  try {
    httpResponse = await inferHttpResponse(await engine.infer(request), format, request.signal);
  } catch (error) {
    httpResponse = failed(error);
  }
  return { ...httpResponse, sent: () => request.trace.stamp("SENT", clock.now()) };
}

/** Triton checks for an unknown model before any other error in a request. */
function unknownModel(engine: Engine, { captures: [name = "", version = ""] }: Call): unknown {
  try {
    // Throws the reason, unlike `modelReady`.
    if (!engine.modelReady(name, version)) engine.modelMetadata(name, version);
    return undefined;
  } catch (error) {
    return error;
  }
}

function failed(thrown: unknown): HttpResponse {
  const error = StatusError.from(thrown);
  if (error.details.decoupled) {
    return errorResponse(
      new StatusError(error.code, DECOUPLED_OVER_HTTP, { cause: error }),
      TEXT_TYPE,
    );
  }
  const isUnknownModel = error.code === "NOT_FOUND" && error.details.parameter === undefined;
  return errorResponse(error, isUnknownModel ? TEXT_TYPE : JSON_TYPE);
}
