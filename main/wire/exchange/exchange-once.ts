import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { ConnectionLoss, TrialRequest, TrialStatus } from "../../contract/index.ts";
import type { ResponseTensor } from "../index.ts";
import { sendsJson } from "./tensor-form.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { exchangeGrpc } from "./grpc-exchange.ts";
import { exchangeHttp } from "./http-exchange.ts";
import type { PreparedRequest } from "./prepare.ts";
import { requestTarget } from "./request-target.ts";

export interface Exchanged {
  readonly status: TrialStatus;
  /** Anything came back, an error too. */
  readonly hasResponse: boolean;
  /** Why nothing came back; null: a response came, or it isn't known. */
  readonly loss: ConnectionLoss | null;
  /** From the connection to the complete response; null if the request failed. */
  readonly ms: number | null;
  readonly modelVersion: string;
  /** From the last response. */
  readonly outputs: readonly ResponseTensor[];
}

/**
 * Sends a request once, over a new connection unless it names kept ones, within its deadline. Resolves however it ends; rejects with StatusErrors
 * if the server has no endpoint, and when the signal aborts.
 */
export async function exchangeOnce(
  server: ServerAdapter,
  wire: TrialRequest["wire"],
  request: PreparedRequest,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Exchanged> {
  const target = await requestTarget(server, wire);
  const asJson = wire === "http" && (await sendsJson(server));
  const deadline = new AbortController();
  using _ = clock.after(request.deadlineMs, () => deadline.abort());
  let connectedAt = clock.monotonic();
  let hasResponse = false;
  let loss: ConnectionLoss | null = null;
  let modelVersion = "";
  let outputs: readonly ResponseTensor[] = [];
  const watch = {
    connected: () => {
      connectedAt = clock.monotonic();
    },
    sent: () => {},
    firstByte: () => {
      hasResponse = true;
    },
    lost: (cause: ConnectionLoss) => {
      loss = cause;
    },
    response: (response: { modelVersion: string; outputs: readonly ResponseTensor[] }) => {
      ({ modelVersion, outputs } = response);
    },
  };
  try {
    const both = AbortSignal.any([signal, deadline.signal]);
    const status = await (wire === "http" ? exchangeHttp : exchangeGrpc)(
      target,
      { ...request, asJson },
      watch,
      both,
    );
    const ms = status.ok ? clock.monotonic() - connectedAt : null;
    return { status, hasResponse, loss, ms, modelVersion, outputs };
  } catch (error) {
    if (signal.aborted || !deadline.signal.aborted) throw StatusError.from(error, "CANCELLED");
    const message = `No complete response within the deadline of ${request.deadlineMs} ms.`;
    const status = { ok: false, code: "DEADLINE_EXCEEDED", message };
    return { status, hasResponse, loss: "silent", ms: null, modelVersion: "", outputs: [] };
  }
}
