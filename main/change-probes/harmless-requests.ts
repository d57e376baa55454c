import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { ModelDetail, ModelSizes } from "../contract/index.ts";
import { EMBEDDED_ID, type ServerAdapter } from "../servers/index.ts";
import { createTrial, noSizesError, type Sizes } from "../sizes/index.ts";
import {
  checkTraffic,
  defaultWire,
  isDecoupled,
  isSequenceModel,
  refuseWithoutJson,
  withAssumedConfig,
} from "../wire/index.ts";
import {
  KeptConnections,
  type PreparedRequest,
  prepareRequest,
  sendsJson,
} from "../wire/exchange/index.ts";
import type { ProbeSender } from "./open-loop.ts";
import { DEADLINE_MS, sendProbeRequest } from "./probe-request.ts";

const DISTINCT_REQUESTS = 16;
const FIRST_SEED = 900_000;
const PLAIN = {
  batchSize: 1,
  shapes: {},
  inputs: { kind: "generated", byInput: {} },
  priority: 0,
  sequence: null,
  checkOutputs: false,
} as const;

/** Throws with the reason if a model gets no probe (PROBE-7); sends no inference request. */
export async function checkProbed(
  server: ServerAdapter,
  model: string,
  signal: AbortSignal,
): Promise<ModelDetail> {
  if (!server.capabilities.includes("inference"))
    throw precondition(
      server.capabilities.includes("chat")
        ? `'${model}' generates text: no request to it is small enough to be harmless.`
        : `This console sends no inference requests to servers of this kind.`,
    );
  const detail = withAssumedConfig(await server.modelDetail(model, signal));
  if (!detail.ready) throw precondition(`'${model}' does not serve yet.`);
  if (isSequenceModel(detail))
    throw precondition(`'${model}' takes sequences of requests that belong together.`);
  if (isDecoupled(detail))
    throw precondition(`'${model}' is decoupled: it gives any number of responses to a request.`);
  checkTraffic(detail, PLAIN, defaultWire(server.status.endpoints));
  return detail;
}

/** Prepares requests that are known to run, and gives what sends one of them at each call (PROBE-2). */
export async function harmlessRequests(
  parts: { readonly server: ServerAdapter; readonly sizes: Sizes; readonly clock: Clock },
  model: string,
  signal: AbortSignal,
): Promise<ProbeSender> {
  const { server, clock } = parts;
  const detail = await checkProbed(server, model, signal);
  const sizes = await findSizes(parts, detail, signal);
  if (sizes.state === "failed" || sizes.state === "untried")
    throw noSizesError(model, sizes.attempts);
  const wire = defaultWire(server.status.endpoints);
  const asJson = wire === "http" && (await sendsJson(server));
  const prepare = async (index: number): Promise<PreparedRequest> => {
    const trial = createTrial(detail, sizes, wire);
    const seed = FIRST_SEED + index;
    const request = { ...trial, id: "probe", seed, deadlineMs: DEADLINE_MS };
    return await prepareRequest(detail, request, sizes.byInput);
  };
  const prepared = await Promise.all(
    Array.from({ length: DISTINCT_REQUESTS }, (_, i) => prepare(i)),
  );
  const [first] = prepared;
  if (asJson && first) refuseWithoutJson(first.inputs);
  const isCached = (detail.config?.response_cache as { enable?: boolean })?.enable === true;
  let sent = 0;
  const kept = new KeptConnections();
  return {
    send: async (kind) => {
      const index = sent++;
      const next = isCached ? await prepare(index) : prepared[index % DISTINCT_REQUESTS];
      const request = { ...(next as PreparedRequest), ...(kind === "kept" && { kept }) };
      return await sendProbeRequest(server, { wire, request, clock, signal });
    },
    get reopened() {
      return kept.reopened;
    },
    [Symbol.dispose]: () => kept[Symbol.dispose](),
  };
}

/** As for sample traffic: servers other than the embedded engine get one request with the likeliest sizes. */
async function findSizes(
  { server, sizes }: { readonly server: ServerAdapter; readonly sizes: Sizes },
  detail: ModelDetail,
  signal: AbortSignal,
): Promise<ModelSizes> {
  if (server.id === EMBEDDED_ID) return await sizes.find(server, detail, signal);
  const known = await sizes.get(server, detail);
  return known.state === "untried" ? await sizes.try(server, detail, known, signal) : known;
}

function precondition(message: string): StatusError {
  return new StatusError("FAILED_PRECONDITION", message);
}
