import type { Clock } from "../../base/clock.ts";
import type { Trial, TrialRequest, TrialTiming } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import {
  exchangeGrpc,
  exchangeHttp,
  type ExchangeResponse,
  type ExchangeWatch,
  type PreparedRequest,
  shownTensor,
  requestTarget,
  withinDeadline,
} from "../wire/exchange/index.ts";
import { watchSplit } from "./split-watch.ts";

/** Max elements of an output kept for display: of the first response, and of the others. */
const MAX_VALUES = 1000;
const MAX_VALUES_LATER = 20;
/** Max responses of a decoupled model kept; all are counted. */
const MAX_RESPONSES = 100;

interface Sending {
  readonly id: number;
  readonly request: TrialRequest;
  readonly prepared: PreparedRequest;
  readonly server: ServerAdapter;
  readonly clock: Clock;
  /** The caller disconnected or cancelled. */
  readonly signal: AbortSignal;
  readonly changed: (trial: Trial) => void;
}

/** Sends a request once, within its deadline; resolves however it ends. */
export async function sendTrial(sending: Sending): Promise<Trial> {
  const { request, prepared, server, clock } = sending;
  const target = await requestTarget(server, request.wire);
  const readSplit = await watchSplit(server, request.model, clock);
  const began = clock.monotonic();
  const since = () => clock.monotonic() - began;
  let trial: Trial = {
    id: sending.id,
    request,
    startedAt: clock.now(),
    status: null,
    modelVersion: "",
    requestBytes: 0,
    responses: [],
    responseCount: 0,
    responseBytes: 0,
    timing: { connectedMs: null, sentMs: null, firstByteMs: null, totalMs: 0 },
    split: null,
  };
  const change = (news: Partial<Trial>) => {
    trial = { ...trial, ...news };
    sending.changed(trial);
  };
  const reached = (stage: "connectedMs" | "sentMs" | "firstByteMs") => {
    if (trial.timing) trial = { ...trial, timing: { ...trial.timing, [stage]: since() } };
  };
  const watch: ExchangeWatch = {
    connected: () => reached("connectedMs"),
    sent: (requestBytes) => {
      reached("sentMs");
      trial = { ...trial, requestBytes };
    },
    firstByte: () => reached("firstByteMs"),
    response: (response) => change(withResponse(trial, response, since())),
  };
  change({});
  const { deadlineMs } = prepared;
  const status = await withinDeadline({ clock, deadlineMs, signal: sending.signal }, (signal) =>
    (request.wire === "http" ? exchangeHttp : exchangeGrpc)(target, prepared, watch, signal),
  );
  const timing = { ...(trial.timing as TrialTiming), totalMs: since() };
  change({ status, timing });
  change({ split: await readSplit(trial.modelVersion, prepared.id) });
  return trial;
}

function withResponse(trial: Trial, response: ExchangeResponse, atMs: number): Partial<Trial> {
  const { modelVersion, bytes, outputs } = response;
  const kept = trial.responses.length < MAX_RESPONSES;
  const most = trial.responses.length === 0 ? MAX_VALUES : MAX_VALUES_LATER;
  return {
    modelVersion,
    responseCount: trial.responseCount + 1,
    responseBytes: trial.responseBytes + bytes,
    ...(kept && {
      responses: [
        ...trial.responses,
        { atMs, bytes, outputs: outputs.map((output) => shownTensor(output, most)) },
      ],
    }),
  };
}
