import { httpPost, requestTarget, withinDeadline } from "../wire/exchange/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { ChatRequest, ChatTiming, ChatTrial } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { ChatResponse } from "./chat-response.ts";
import type { PreparedBody } from "./body.ts";
import { watchServerSide } from "./server-side.ts";

interface Sending {
  readonly id: number;
  readonly request: ChatRequest;
  readonly prepared: PreparedBody;
  readonly server: ServerAdapter;
  readonly clock: Clock;
  /** The caller went away or cancelled. */
  readonly signal: AbortSignal;
  readonly changed: (trial: ChatTrial) => void;
}

/** Sends a request, once, within its deadline; resolves when it ended, however that was. */
export async function sendChat(sending: Sending): Promise<ChatTrial> {
  const { id, request, prepared, server, clock, signal } = sending;
  const target = await requestTarget(server, "http");
  const body = Buffer.from(JSON.stringify(prepared.body));
  let began = clock.monotonic();
  const since = () => clock.monotonic() - began;
  let timing: ChatTiming = { connectedMs: null, sentMs: null, firstByteMs: null, totalMs: 0 };
  const reached = (stage: "connectedMs" | "sentMs" | "firstByteMs") => () => {
    timing = { ...timing, [stage]: since() };
  };
  const start = {
    id,
    request,
    path: prepared.path,
    startedAt: clock.now(),
    requestBytes: body.byteLength,
  };
  const emit = (end: Pick<ChatTrial, "status" | "cacheHits" | "server">): ChatTrial => {
    const { choices, cut, pooled, usage, model, piecesMs, pieces, streamed, bytes } = response;
    const trial: ChatTrial = {
      ...start,
      ...end,
      choices,
      cut,
      pooled,
      usage,
      model,
      pieces,
      streamed,
      timing,
      piecesMs: [...piecesMs],
      answerBytes: bytes,
    };
    sending.changed(trial);
    return trial;
  };
  const unknown = { cacheHits: null, server: null };
  const response = new ChatResponse(request, since, () => emit({ status: null, ...unknown }));
  emit({ status: null, ...unknown });
  const readServerSide = await watchServerSide(server, clock, signal);
  began = clock.monotonic();
  const watch = {
    connected: reached("connectedMs"),
    sent: reached("sentMs"),
    firstByte: reached("firstByteMs"),
  };
  const post = {
    path: prepared.path,
    headers: {
      "Content-Type": "application/json",
      Accept: prepared.body["stream"] === true ? "text/event-stream" : "application/json",
    },
    body,
  };
  const status = await withinDeadline({ clock, deadlineMs: request.deadlineMs, signal }, (ending) =>
    httpPost(target, post, { watch, reader: response }, ending),
  );
  timing = { ...timing, totalMs: since() };
  const ended = emit({ status, ...unknown });
  // Counters add nothing to the status of a failed request.
  return status.ok ? emit({ status, ...(await readServerSide(response)) }) : ended;
}
