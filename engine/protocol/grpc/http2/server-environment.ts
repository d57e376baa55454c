import { ByteBudget } from "../../byte-budget.ts";
import { CallsUnderWay } from "../calls-under-way.ts";
import { MAX_MESSAGE_BYTES, type WireLimits } from "../wire.ts";
import type { ServerEnvironment } from "./server-call.ts";

/** Memory for requests of the default size, enough for many clients at a time. */
const MIN_BUFFERED_BYTES = 256 * 1024 * 1024;

const DEFAULT_CONCURRENT_CALLS = 4096;
const DEFAULT_STALL_MS = 60_000;

export interface ServerLimits {
  readonly maxConcurrentCalls: number;
  readonly stallMs: number;
}

export function serverLimits(limits: WireLimits): ServerLimits {
  const { maxConcurrentCalls = DEFAULT_CONCURRENT_CALLS, stallMs = DEFAULT_STALL_MS } = limits;
  return { maxConcurrentCalls, stallMs };
}

/** Shared state for the calls of a new server. */
export function serverEnvironment(limits: WireLimits): ServerEnvironment {
  const {
    maxMessageBytes = MAX_MESSAGE_BYTES,
    maxBufferedBytes = Math.max(2 * maxMessageBytes, MIN_BUFFERED_BYTES),
  } = limits;
  return {
    limits: { maxMessageBytes, budget: new ByteBudget(maxBufferedBytes) },
    calls: new CallsUnderWay(),
    waiting: new Set(),
    streams: new Set(),
  };
}

interface CheckedConnection {
  check(now: number, stallMs: number): void;
}

/** Starts checking for stalled calls and connections. Returns the function that stops it. */
export function watchStalls(
  { waiting }: ServerEnvironment,
  connections: () => Iterable<CheckedConnection>,
  stallMs: number,
): () => void {
  const timer = setInterval(() => {
    const now = performance.now();
    for (const call of waiting) call.checkProgress(now, stallMs);
    for (const connection of connections()) connection.check(now, stallMs);
  }, stallMs / 4).unref();
  return () => clearInterval(timer);
}
