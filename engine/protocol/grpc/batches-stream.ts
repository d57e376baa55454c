import { setTimeout } from "node:timers/promises";
import { batchdeck } from "../../../assets/proto/index.ts";
import type { BatchEvent, Engine } from "../../types.ts";
import { serverStreaming } from "./unary.ts";
import type { StreamMethod } from "./wire.ts";

const { BatchesRequest, BatchesResponse, DispatchReason } = batchdeck.telemetry.v1;
type BatchMessage = batchdeck.telemetry.v1.Batch.$Properties;

/** Batches kept for a client between two responses; older ones are dropped and counted. */
const MAX_BATCHES = 4096;

/** Time between two responses, ms. */
const PAUSE_MS = 100;

/** Telemetry/Batches: streams executed batches until the client disconnects. */
export function batchesMethod(path: string, engine: Engine): StreamMethod {
  return serverStreaming(
    path,
    BatchesRequest,
    BatchesResponse,
    async ({ model, version }, write, call) => {
      const signal = AbortSignal.any([call.signal, call.closing]);
      const ring = new BatchRing();
      const unwatch = engine.watchBatches((event) => {
        if (model !== "" && event.model !== model) return;
        if (version !== "" && event.version !== version) return;
        ring.add(event);
      });
      try {
        while (!signal.aborted) {
          await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {});
          const { events, dropped } = ring.take();
          if (events.length > 0) await write({ batches: events.map(batchMessage), dropped });
        }
      } finally {
        unwatch();
      }
    },
  );
}

/** Buffer of the newest batches. */
class BatchRing {
  #events: BatchEvent[] = [];
  #next = 0;
  #dropped = 0;

  add(event: BatchEvent): void {
    if (this.#events.length < MAX_BATCHES) {
      this.#events.push(event);
      return;
    }
    this.#events[this.#next] = event;
    this.#next = (this.#next + 1) % MAX_BATCHES;
    this.#dropped += 1;
  }

  /** Takes the buffered batches, oldest first, and the number of dropped ones. */
  take(): { events: BatchEvent[]; dropped: number } {
    const events = [...this.#events.slice(this.#next), ...this.#events.slice(0, this.#next)];
    const dropped = this.#dropped;
    this.#events = [];
    this.#next = 0;
    this.#dropped = 0;
    return { events, dropped };
  }
}

function batchMessage(event: BatchEvent): BatchMessage {
  return {
    model: event.model,
    version: event.version,
    instance: event.instance,
    at_ns: Math.round(event.atNs),
    requests: event.requests,
    items: event.items,
    reason: DispatchReason[event.reason.toUpperCase() as keyof typeof DispatchReason],
    oldest_wait_ns: Math.round(event.oldestWaitNs),
    mean_wait_ns: Math.round(event.meanWaitNs),
    compute_input_ns: Math.round(event.computeInputNs),
    compute_infer_ns: Math.round(event.computeInferNs),
    compute_output_ns: Math.round(event.computeOutputNs),
    failed: event.failed,
    on_serving_thread: event.onServingThread,
  };
}
