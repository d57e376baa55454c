import { engineClock } from "../../scheduling/clock.ts";
import type { Engine, InferRequest, InferResponse } from "../../types.ts";
import { elementCount } from "../../requests/datatypes.ts";
import { checkRequestParameters } from "../infer-parameters.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type HttpResponse, errorResponse, JSON_TYPE, text } from "./http-response.ts";
import type { Call } from "./call.ts";
import { generateRequest } from "./generate-request.ts";
import { readObject } from "./json.ts";
import { tensorToJson } from "./json-output.ts";

const EVENT_STREAM = "text/event-stream; charset=utf-8";

/** POST /v2/models/m[/versions/v]/generate: one response as a JSON object. */
export async function generate(engine: Engine, call: Call): Promise<HttpResponse> {
  const request = await readRequest(engine, call);
  const responses: string[] = [];
  let httpResponse: HttpResponse;
  try {
    await engine.inferStream(request, (response) => {
      // Two are enough to detect a violation; further ones are dropped.
      if (response && responses.length < 2) responses.push(generateJson(response));
    });
    httpResponse = text(200, onlyOne(responses), JSON_TYPE);
  } catch (error) {
    httpResponse = errorResponse(error);
  }
  return { ...httpResponse, ...sentStamp(request) };
}

function onlyOne(responses: readonly string[]): string {
  const [response] = responses;
  if (responses.length === 1 && response !== undefined) return response;
  throw new StatusError(
    "INVALID_ARGUMENT",
    "generate expects model to produce exactly 1 response, use generate stream for model that generates various number of responses",
  );
}

/**
 * POST …/generate_stream: each response is an event; an error before the first one is an ordinary
 * response.
 */
export async function generateStream(engine: Engine, call: Call): Promise<HttpResponse> {
  const request = await readRequest(engine, call);
  const begun = Promise.withResolvers<void>();
  const early: string[] = [];
  let push = (event: string): void => void early.push(event);
  const done = engine.inferStream(request, (response) => {
    if (response) push(event(response));
    begun.resolve();
  });
  done.then(begun.resolve, begun.reject);
  await begun.promise;
  return {
    status: 200,
    headers: { "Content-Type": EVENT_STREAM },
    body: [],
    ...sentStamp(request),
    async stream(write) {
      for (const piece of early) write(piece);
      push = write;
      await done.catch((error: unknown) => write(errorEvent(error)));
    },
  };
}

async function readRequest(engine: Engine, call: Call): Promise<InferRequest> {
  const receivedAt = engineClock.now();
  const [modelName = "", modelVersion = ""] = call.captures;
  const { inputs } = engine.modelMetadata(modelName, modelVersion);
  if ((call.header("content-encoding") ?? "identity") !== "identity") {
    throw new StatusError(
      "INVALID_ARGUMENT",
      "Unsupported content-encoding, only 'identity' is supported.",
    );
  }
  const read = generateRequest(
    await readObject({ body: await call.body(), signal: call.signal }),
    inputs,
  );
  checkRequestParameters(read.parameters);
  const trace = engine.startTrace(modelName, read.id);
  trace?.stamp("RECEIVED", receivedAt);
  const { signal, client } = call;
  return { ...read, modelName, modelVersion, signal, client, ...(trace && { trace }) };
}

function sentStamp({ trace }: InferRequest): Pick<HttpResponse, "sent"> {
  return trace ? { sent: () => trace.stamp("SENT", engineClock.now()) } : {};
}

function event(response: InferResponse): string {
  try {
    return `data: ${generateJson(response)}\n\n`;
  } catch (error) {
    return errorEvent(error);
  }
}

function errorEvent(error: unknown): string {
  return `data: ${JSON.stringify({ error: StatusError.from(error).message })}\n\n`;
}

/** One object with the model, parameters and outputs of a response, sorted by name. */
function generateJson({ id, modelName, modelVersion, parameters, outputs }: InferResponse): string {
  const members = new Map<string, string>();
  for (const output of outputs) {
    const array = tensorToJson(output);
    members.set(output.name, elementCount(output.shape) === 1 ? array.slice(1, -1) : array);
  }
  for (const [name, value] of Object.entries(parameters)) {
    members.set(name, typeof value === "bigint" ? value.toString() : JSON.stringify(value));
  }
  if (id !== "") members.set("id", JSON.stringify(id));
  members.set("model_name", JSON.stringify(modelName));
  members.set("model_version", JSON.stringify(modelVersion));
  const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}
