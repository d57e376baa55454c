import { StatusError } from "../../../base/status-error.ts";
import { type ChatSource, isPooling } from "../../contract/index.ts";
import {
  encodeChatRequest,
  toRequestPath,
  encodeGrpcRequest,
  encodeHttpRequest,
  type GeneratedRequest,
  type HttpOrigin,
  MAX_REQUEST_BYTES,
  poolingPath,
  type PreparedRequests,
  prepareRequests,
  type RequestParameters,
  type RequestSet,
} from "../../wire/index.ts";
import type { TrafficSpec } from "./messages.ts";

/** The distinct requests of a set, and which of them are encoded. */
export interface EncodedSet {
  readonly prepared: PreparedRequests;
  /** Without the parameters of a sequence; null: each is encoded when it is sent. */
  readonly encoded: readonly Buffer[] | null;
}

/** Steps of an experiment differ only in their load: the last run's requests are kept for the next. */
let kept = new Map<string, EncodedSet>();

/** The sets of a run, in the order of its traffic. `origin`: for complete HTTP messages, else null. */
export async function encodeSets(
  traffic: readonly TrafficSpec[],
  origin: HttpOrigin | null,
  toParameters: (spec: TrafficSpec) => RequestParameters,
): Promise<EncodedSet[]> {
  const used = new Map<string, EncodedSet>();
  const sets: EncodedSet[] = [];
  for (const spec of traffic) {
    const parameters = toParameters(spec);
    const key = JSON.stringify([describing(spec), parameters, origin]);
    const set = used.get(key) ?? kept.get(key) ?? (await encodeSet(spec, parameters, origin));
    used.set(key, set);
    sets.push(set);
  }
  kept = used;
  return sets;
}

async function encodeSet(
  set: RequestSet,
  parameters: RequestParameters,
  origin: HttpOrigin | null,
): Promise<EncodedSet> {
  const prepared = await prepareRequests(set);
  if (prepared.onDemand) return { prepared, encoded: null };
  let bytes = 0;
  const encoded = Array.from({ length: prepared.count }, (_, i) => {
    const [body] = isOpenAi(set) ? prepared.contentsFor(i) : [];
    if (body && origin !== null) return encodeBody(set, body, parameters, origin);
    const request = generatedRequest(set, prepared, i, parameters);
    if (origin === null) return encodeGrpcRequest(request);
    const message = encodeHttpRequest(request, origin);
    bytes += message.byteLength;
    if (set.asJson) checkJsonBytes(set.distinctInputs, i + 1, bytes);
    return message;
  });
  return { prepared, encoded };
}

const isOpenAi = ({ source }: RequestSet) => source.kind === "chat" || isPooling(source);

/** A request to an OpenAI-compatible server. */
export function encodeBody(
  { source, chatInterface }: RequestSet,
  body: Uint8Array,
  parameters: RequestParameters,
  origin: HttpOrigin,
): Buffer {
  const path = isPooling(source)
    ? poolingPath(source, chatInterface)
    : toRequestPath(source as ChatSource, chatInterface);
  return encodeChatRequest(path, body, Number(parameters["priority"] ?? 0), origin);
}

/** As text tensors take several times their bytes. */
function checkJsonBytes(distinctInputs: number, encoded: number, bytes: number): void {
  if (bytes <= MAX_REQUEST_BYTES) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `distinctInputs is ${distinctInputs}, and the first ${encoded} requests with JSON tensors take more than the ${MAX_REQUEST_BYTES} bytes that a run may hold; use fewer, smaller shapes, or gRPC.`,
  );
}

export function generatedRequest(
  { model, modelVersion, asJson = false }: RequestSet,
  prepared: PreparedRequests,
  input: number,
  parameters: RequestParameters,
): GeneratedRequest {
  const inputs = prepared.inputsFor(input);
  return { model, modelVersion, inputs, contents: prepared.contentsFor(input), parameters, asJson };
}

/** What the bytes depend on, and nothing else about the traffic. */
const describing = ({ model, modelVersion, inputs, batchSize, source, ...set }: RequestSet) => [
  [model, modelVersion, inputs, batchSize, source],
  [set.distinctInputs, set.checkOutputs, set.seed, set.tokens, set.asJson, set.chatInterface],
];
