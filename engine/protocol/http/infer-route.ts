import { type Clock, systemClock } from "../../scheduling/clock.ts";
import type { Engine, InferRequest, RequestTrace } from "../../types.ts";
import { StatusError } from "../status.ts";
import { type Answer, errorAnswer, JSON_TYPE, TEXT_TYPE } from "./answer.ts";
import type { Body } from "./body.ts";
import type { Call } from "./call.ts";
import { acceptedEncoding, compressed, contentEncoding, decompressed } from "./compression.ts";
import { type HttpInferRequest, jsonBytesOf, readInferRequest } from "./infer-request.ts";
import { inferAnswer } from "./infer-response.ts";

/** What the engine says of decoupled models, and what Triton says over HTTP. */
const DECOUPLED = /decoupled transaction policy$/;
const DECOUPLED_OVER_HTTP =
  "HTTP end point doesn't support models with decoupled transaction policy";

/** POST /v2/models/m[/versions/v]/infer. */
export function infer(engine: Engine, call: Call, clock = systemClock): Answer | Promise<Answer> {
  const receivedAt = clock.now();
  const encoding = contentEncoding(call.header("content-encoding"));
  const body =
    encoding === undefined && call.received !== undefined
      ? inferBody(engine, call, call.received, receivedAt, clock)
      : receive(call, encoding).then((received) =>
          inferBody(engine, call, received, receivedAt, clock),
        );
  const accepted = acceptedEncoding(call.header("accept-encoding"));
  if (accepted === undefined) return body;
  return Promise.resolve(body).then((answer) =>
    answer.status === 200 ? compressed(answer, accepted) : answer,
  );
}

async function receive(call: Call, encoding: string | undefined): Promise<Body> {
  const body = await call.body();
  return encoding === undefined ? body : decompressed(body, call.maxBodyBytes);
}

function inferBody(
  engine: Engine,
  call: Call,
  body: Body,
  receivedAt: number,
  clock: Clock,
): Answer | Promise<Answer> {
  const jsonBytes = jsonBytesOf(call.header("inference-header-content-length"), body.byteLength);
  let read: HttpInferRequest;
  let trace: RequestTrace | undefined;
  try {
    read = readInferRequest({ call, body, jsonBytes }, engine);
    trace = engine.startTrace(read.request.modelName, read.request.id);
  } catch (error) {
    return failed(unknownModel(engine, call) ?? error);
  }
  const { request, format } = read;
  if (trace === undefined) {
    return engine.infer(request).then((response) => inferAnswer(response, format), failed);
  }
  return traced(engine, { ...request, trace }, read, receivedAt, clock);
}

async function traced(
  engine: Engine,
  request: InferRequest & { trace: RequestTrace },
  { format }: HttpInferRequest,
  receivedAt: number,
  clock: Clock,
): Promise<Answer> {
  request.trace.stamp("RECEIVED", receivedAt);
  let answer: Answer;
  try {
    answer = inferAnswer(await engine.infer(request), format);
  } catch (error) {
    answer = failed(error);
  }
  return { ...answer, sent: () => request.trace.stamp("SENT", clock.now()) };
}

/** Whatever else is wrong with a request, Triton tells first that its model is not there. */
function unknownModel(engine: Engine, { captures: [name = "", version = ""] }: Call): unknown {
  try {
    engine.modelMetadata(name, version);
    return undefined;
  } catch (error) {
    return error;
  }
}

function failed(thrown: unknown): Answer {
  const error = StatusError.from(thrown);
  if (error.code === "UNIMPLEMENTED" && DECOUPLED.test(error.message)) {
    return errorAnswer(
      new StatusError(error.code, DECOUPLED_OVER_HTTP, { cause: error }),
      TEXT_TYPE,
    );
  }
  return errorAnswer(error, error.code === "NOT_FOUND" ? TEXT_TYPE : JSON_TYPE);
}
