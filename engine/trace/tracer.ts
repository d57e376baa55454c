import { shownName } from "../repository/model-name.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { RequestTrace, TraceRecord, TraceSettings } from "../types.ts";
import { LiveTrace } from "./live-trace.ts";
import { TraceFiles } from "./trace-files.ts";
import type { TraceLog } from "./trace-log.ts";
import {
  changedOverrides,
  checkTraceable,
  DEFAULT_TRACE_SETTINGS,
  type TraceChanges,
  type TraceOverrides,
} from "./trace-settings.ts";

/** Finished traces kept for readers. */
const KEPT = 2000;
/** Open traces; the oldest one beyond that is dropped. */
const MAX_OPEN = 10_000;
/** How long a trace waits for its response to be sent; the client may have disconnected. */
const SENDING_NS = 10e9;

export interface TracerOptions {
  readonly clock: EngineClock;
  /** ms since the epoch, to convert the clock's stamps. */
  readonly wallMs: () => number;
  /** Initial settings. */
  readonly settings?: Partial<TraceSettings> | undefined;
  /** Name of the service in exported traces. */
  readonly serviceName: string;
  /** Receives a sentence for each trace file that can't be written. */
  readonly onError: (sentence: string) => void;
}

interface Open {
  readonly scope: TraceScope;
  /** Stops waiting for SENT. */
  stopWaiting: (() => void) | undefined;
}

/** Samples requests and keeps their traces (rules TRACE-1 to TRACE-9). */
export class Tracer {
  readonly #options: TracerOptions;
  readonly #start: TraceSettings;
  readonly #models = new Map<string, TraceScope>();
  readonly #open = new Map<LiveTrace, Open>();
  readonly #ring = new TraceRing(KEPT);
  readonly #files: TraceFiles;
  readonly #logs = new Map<TraceScope, TraceLog>();
  #server: TraceScope;
  #active: boolean;
  #lastId = 0;

  constructor(options: TracerOptions) {
    this.#options = options;
    this.#start = { ...DEFAULT_TRACE_SETTINGS, ...options.settings };
    checkTraceable(this.#start);
    this.#files = new TraceFiles(options.serviceName, options.onError);
    this.#server = this.#scope({}, this.#start);
    this.#active = this.#server.active;
  }

  /** Undefined if this request isn't sampled. */
  start(modelName: string, requestId: string): RequestTrace | undefined {
    if (!this.#active) return undefined;
    const scope = this.#models.get(modelName) ?? this.#server;
    if (!scope.sample()) return undefined;
    const { clock, wallMs } = this.#options;
    const trace = new LiveTrace({
      modelName: shownName(modelName),
      requestId: shownName(requestId),
      keepTensors: scope.settings.trace_level.includes("TENSORS"),
      epochMs: wallMs() - clock.now() / 1e6,
      onUpdate: (live) => this.#onUpdate(live),
    });
    const oldest = this.#open.keys().next();
    if (this.#open.size >= MAX_OPEN && !oldest.done) this.#finish(oldest.value);
    this.#open.set(trace, { scope, stopWaiting: undefined });
    return trace;
  }

  /** Finished traces with a higher id, oldest first. */
  after(id: number): TraceRecord[] {
    return this.#ring.after(id);
  }

  /** Settings of a model, or of the server if the name is empty. */
  settings(modelName: string): TraceSettings {
    return (this.#models.get(modelName) ?? this.#server).settings;
  }

  update(modelName: string, changes: TraceChanges): TraceSettings {
    if (modelName === "") this.#updateServer(changes);
    else this.#updateModel(modelName, changes);
    this.#active = [this.#server, ...this.#models.values()].some(({ active }) => active);
    return this.settings(modelName);
  }

  /** Finishes open traces and writes all that remain. */
  async close(): Promise<void> {
    this.#active = false;
    for (const trace of this.#open.keys()) this.#finish(trace);
    for (const log of this.#logs.values()) log.close();
    this.#logs.clear();
    await this.#files.written();
  }

  #updateServer(changes: TraceChanges): void {
    const current = this.#server;
    const overrides = changedOverrides(current.overrides, changes, current.settings);
    checkTraceable({ ...this.#start, ...overrides });
    this.#server = this.#scope(overrides, this.#start);
    this.#retire(current);
    // Models inherit what they don't set themselves.
    for (const [name, scope] of this.#models) {
      this.#models.set(name, this.#scope(scope.overrides, this.#server.settings));
      this.#retire(scope);
    }
  }

  #updateModel(name: string, changes: TraceChanges): void {
    const current = this.#models.get(name);
    const settings = (current ?? this.#server).settings;
    const overrides = changedOverrides(current?.overrides ?? {}, changes, settings);
    checkTraceable({ ...this.#server.settings, ...overrides });
    if (Object.keys(overrides).length === 0) this.#models.delete(name);
    else this.#models.set(name, this.#scope(overrides, this.#server.settings));
    if (current) this.#retire(current);
  }

  #scope(overrides: TraceScope["overrides"], fallback: TraceSettings): TraceScope {
    const scope = new TraceScope(overrides, fallback);
    const log = this.#files.log(scope.settings);
    if (log) this.#logs.set(scope, log);
    return scope;
  }

  #retire(scope: TraceScope): void {
    this.#logs.get(scope)?.close();
    this.#logs.delete(scope);
  }

  /** A trace that a protocol opened ends when its response was sent; others end with their request (rule TRACE-6). */
  #onUpdate(trace: LiveTrace): void {
    const open = this.#open.get(trace);
    if (open === undefined) return;
    if (trace.has("SENT") || (trace.has("REQUEST_END") && !trace.has("RECEIVED"))) {
      this.#finish(trace);
    } else if (trace.has("REQUEST_END") || trace.hasFailed) {
      open.stopWaiting ??= this.#options.clock.setTimer(SENDING_NS, () => this.#finish(trace));
    }
  }

  #finish(trace: LiveTrace): void {
    const open = this.#open.get(trace);
    if (open === undefined) return;
    this.#open.delete(trace);
    open.stopWaiting?.();
    const finished = trace.finish(() => (this.#lastId += 1));
    for (const { record } of finished) this.#ring.push(record);
    this.#logs.get(open.scope)?.add(finished, open.scope.spent);
  }
}

/** The newest finished traces. Their ids are consecutive. */
class TraceRing {
  readonly #capacity: number;
  #records: TraceRecord[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(record: TraceRecord): void {
    this.#records.push(record);
    // Trimmed in batches, since removing the first element moves all others.
    if (this.#records.length >= 2 * this.#capacity) this.#trim();
  }

  /** Traces with a higher id, oldest first. */
  after(id: number): TraceRecord[] {
    this.#trim();
    const first = this.#records[0]?.id ?? 0;
    return this.#records.slice(Math.max(0, id + 1 - first));
  }

  #trim(): void {
    if (this.#records.length > this.#capacity) this.#records = this.#records.slice(-this.#capacity);
  }
}

/** The settings of the server, or of a model with its own, and how many requests they have counted (rule TRACE-4). */
class TraceScope {
  readonly overrides: TraceOverrides;
  readonly #settings: TraceSettings;
  readonly #off: boolean;
  #seen = 0;
  #remaining: number;

  constructor(overrides: TraceOverrides, fallback: TraceSettings) {
    this.overrides = overrides;
    this.#settings = { ...fallback, ...overrides };
    this.#off = this.#settings.trace_level.includes("OFF") || this.#settings.trace_rate === 0;
    this.#remaining = this.#settings.trace_count;
  }

  /** trace_count is the number of traces still to take. */
  get settings(): TraceSettings {
    return { ...this.#settings, trace_count: this.#remaining };
  }

  get active(): boolean {
    return !this.#off && this.#remaining !== 0;
  }

  /** Whether the trace just taken was the last. */
  get spent(): boolean {
    return this.#remaining === 0;
  }

  /** Whether to trace this request: one in `trace_rate`, the last of each group. */
  sample(): boolean {
    if (!this.active) return false;
    this.#seen += 1;
    if (this.#seen % this.#settings.trace_rate !== 0) return false;
    if (this.#remaining > 0) this.#remaining -= 1;
    return true;
  }
}
