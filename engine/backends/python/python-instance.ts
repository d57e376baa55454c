import { StatusError } from "../../../base/status-error.ts";
import { type LogLevel, LOG_LEVELS } from "../../log/log.ts";
import type { ModelIo } from "../../requests/model-io.ts";
import type { NormalizedRequest } from "../../requests/normalize.ts";
import type { EngineClock } from "../../scheduling/clock.ts";
import type { BackendInstance, InstancePlace, RequestRespond, RequestsOutput } from "../backend.ts";
import type { EngineCalls } from "./engine-calls.ts";
import type { Header } from "./frames.ts";
import { flagField, integerField, listField, numberField, textField } from "./header-fields.ts";
import type { PythonProcess } from "./python-process.ts";
import { ReadinessCheck } from "./readiness.ts";
import { requestFields, requestTensors } from "./request-frames.ts";
import { ResponseMemory } from "./response-memory.ts";
import { readResult } from "./responses.ts";
import type { SharedMemory } from "./shared-memory.ts";
import { type PythonStart, startPython } from "./start-process.ts";
import { sendTensors, TensorReader } from "./tensors.ts";

export interface PythonInstanceOptions {
  readonly place: InstancePlace;
  readonly model: string;
  /** Timeout of an execute in seconds; 0 for no limit. */
  readonly executeSeconds: number;
  /** Timeout of `finalize` in seconds. */
  readonly finalizeSeconds: number;
  /** Whether a response may have several readers, such as the cache's. */
  readonly sharesResponses: boolean;
  readonly clock: EngineClock;
  readonly log: (level: LogLevel, line: string) => void;
  readonly onLost: (error: StatusError) => void;
  /** The process has ended or is about to. */
  readonly onOver: () => void;
}

/** A request that the process is handling. */
interface OpenRequest {
  readonly index: number;
  readonly request: NormalizedRequest;
  readonly io: ModelIo;
  readonly respond: RequestRespond;
  readonly batch: number;
  /** Removes the listener on its client. */
  readonly unlisten: () => void;
}

interface OpenBatch {
  readonly keys: readonly number[];
  readonly sentAt: number;
  readonly resolve: (output: RequestsOutput) => void;
  readonly reject: (error: StatusError) => void;
  readonly stopTimer: () => void;
}

/**
 * One process with one copy of a model: sends it batches of requests, and handles its responses and
 * calls.
 */
export class PythonInstance implements BackendInstance {
  readonly name: string;
  readonly kind: string;
  readonly deviceId: number;
  provider = "python";
  readonly signature = undefined;
  readonly takesNext = false;
  readonly #options: PythonInstanceOptions;
  readonly #calls: EngineCalls;
  #process: PythonProcess | undefined;
  readonly #responses: ResponseMemory | undefined;
  #nextKey = 1;
  #nextBatch = 1;
  readonly #requests = new Map<number, OpenRequest>();
  readonly #batches = new Map<number, OpenBatch>();
  /** Number of the last frame read from shared memory, and of the last one acknowledged. */
  #readUpTo = 0;
  #acknowledged = 0;
  #closing = false;
  #isLost = false;
  #hasCheck = false;
  readonly #readiness: ReadinessCheck;

  constructor(options: PythonInstanceOptions, calls: EngineCalls) {
    const { name, kind, deviceId } = options.place;
    this.name = name;
    this.kind = kind;
    this.deviceId = deviceId;
    this.#options = options;
    this.#calls = calls;
    this.#readiness = new ReadinessCheck({
      clock: options.clock,
      send: (header) => this.send(header),
      log: (reason) => options.log("verbose", `${name} is not ready: ${reason}`),
    });
    this.#responses = options.sharesResponses ? undefined : new ResponseMemory();
  }

  /** Starts the process. Throws INTERNAL with the reason if its model can't be loaded. */
  async start(start: PythonStart): Promise<void> {
    try {
      const { process, python, answer } = await startPython(start, (header, payload, from) => {
        this.#process = from;
        this.#take(header, payload);
      });
      this.#process = process;
      this.provider = `python ${python}`;
      this.#hasCheck = answer["probes"] === true;
      void process.exited.then((reason) => this.#lost(reason));
    } catch (error) {
      this.#calls.close();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** The result of the model's `is_ready`, if it has one; also while it executes. */
  async isReady(): Promise<boolean> {
    if (this.#isLost || this.#closing) return false;
    return !this.#hasCheck || this.#readiness.ask();
  }

  get memory(): SharedMemory | undefined {
    return this.#process?.memory;
  }

  execute(): Promise<never> {
    return Promise.reject(new StatusError("INTERNAL", "a Python model takes requests one by one"));
  }

  executeRequests(
    requests: readonly NormalizedRequest[],
    io: ModelIo,
    respond: RequestRespond,
  ): Promise<RequestsOutput> {
    const { clock } = this.#options;
    const batch = this.#nextBatch++;
    const keys = requests.map((request, index) =>
      this.#open({ request, index, io, respond, batch }),
    );
    const lists = requests.map((request) => requestTensors(request, io));
    const { entries, slot, parts } = sendTensors(lists.flat(), this.#process?.memory);
    let at = 0;
    const described = requests.map((request, i) => {
      const count = lists[i]?.length ?? 0;
      const fields = { ...requestFields(keys[i] ?? 0, request), i: entries.slice(at, at + count) };
      at += count;
      return fields;
    });
    const { promise, resolve, reject } = Promise.withResolvers<RequestsOutput>();
    const stopTimer = this.#limitTime();
    this.#batches.set(batch, { keys, sentAt: clock.now(), resolve, reject, stopTimer });
    this.#calls.begin(batch, keys, requests);
    this.send({ t: "exec", b: batch, r: described, ...(slot !== undefined && { s: slot }) }, parts);
    return promise;
  }

  /** Adds the acknowledgement of shared memory to a frame. */
  readonly send = (header: Header, parts: readonly Uint8Array[] = []): void => {
    const isNew = this.#readUpTo > this.#acknowledged;
    this.#acknowledged = this.#readUpTo;
    this.#process?.send(isNew ? { ...header, a: this.#readUpTo } : header, parts);
  };

  /** Handles a frame. Throws if the process sent something invalid. */
  #take(header: Header, payload: Uint8Array): void {
    const memory = this.#process?.memory;
    for (const slot of header["fr"] === undefined ? [] : listField(header, "fr")) {
      memory?.give(Number(slot));
    }
    const type = textField(header, "t");
    // An immediate response has one reader, who may return its memory.
    const responses = type === "done" ? this.#responses : undefined;
    const tensors = new TensorReader(payload, memory, responses);
    if (type === "done") this.#done(header, tensors);
    else if (type === "failed") this.#failed(header);
    else if (type === "send") this.#sent(header, tensors);
    else if (type === "dropped") this.#dropped(integerField(header, "k"));
    else if (type === "log") this.#log(header);
    else if (type === "probed") this.#readiness.take(header);
    else this.#calls.take(type, header, tensors);
    this.#acknowledge(header, type);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#options.onOver();
    const process = this.#process;
    if (process === undefined) return;
    const { finalizeSeconds, clock } = this.#options;
    const stopTimer = clock.setTimer(
      finalizeSeconds * 1e9,
      () => process.kill(`because finalize took more than ${finalizeSeconds} s`),
      true,
    );
    this.send({ t: "stop" });
    await process.exited;
    stopTimer();
  }

  /** The process reuses a frame's memory after an acknowledgement: with the next batch, or now. */
  #acknowledge(header: Header, type: string): void {
    if (header["q"] === undefined) return;
    this.#readUpTo = integerField(header, "q");
    if (type !== "done") this.send({ t: "ack" });
  }

  #open(opened: Omit<OpenRequest, "unlisten">): number {
    const key = this.#nextKey++;
    const { signal } = opened.request.source;
    const cancel = () => this.send({ t: "cancel", k: key });
    signal?.addEventListener("abort", cancel, { once: true });
    const unlisten = () => signal?.removeEventListener("abort", cancel);
    this.#requests.set(key, { ...opened, unlisten });
    return key;
  }

  #end(key: number): OpenRequest | undefined {
    const request = this.#requests.get(key);
    this.#requests.delete(key);
    request?.unlisten();
    if (request) this.#calls.end(request.batch);
    return request;
  }

  #limitTime(): () => void {
    const { executeSeconds, clock } = this.#options;
    if (executeSeconds === 0) return () => {};
    const kill = () =>
      this.#process?.kill(
        `because an execute took more than ${executeSeconds} s (parameter EXECUTE_TIMEOUT_SECONDS)`,
      );
    return clock.setTimer(executeSeconds * 1e9, kill, true);
  }

  #takeBatch(header: Header): OpenBatch {
    const number = integerField(header, "b");
    const batch = this.#batches.get(number);
    if (batch === undefined) {
      throw new StatusError(
        "INTERNAL",
        `the Python process answered batch ${number}, which it does not have`,
      );
    }
    this.#batches.delete(number);
    batch.stopTimer();
    this.#calls.returned(number);
    return batch;
  }

  #done(header: Header, tensors: TensorReader): void {
    const now = this.#options.clock.now();
    const batch = this.#takeBatch(header);
    const described = listField(header, "r");
    if (described.length !== batch.keys.length) {
      throw this.#unreadable(
        batch,
        `sent ${described.length} responses for ${batch.keys.length} requests`,
      );
    }
    const results = batch.keys.map((key, i) => {
      if (described[i] === null) return undefined;
      const request = this.#end(key);
      return request && readResult(described[i], tensors, request.request, request.io);
    });
    const rescheduled = header["re"] === undefined ? [] : this.#rescheduled(header, batch);
    // The process uses the engine's clock on systems with one clock for all processes.
    const start = clamp(numberField(header, "s"), batch.sentAt, now);
    const end = clamp(start + numberField(header, "d"), start, now);
    batch.resolve({ results, rescheduled, inferStart: start, inferEnd: end });
  }

  /**
   * Ends the requests here: the next batch gives them new keys. Requests with their last response
   * are left out.
   */
  #rescheduled(header: Header, { keys }: OpenBatch): number[] {
    return listField(header, "re").flatMap((index) => {
      const key = keys[Number(index)];
      return key !== undefined && this.#end(key) ? [Number(index)] : [];
    });
  }

  #unreadable(batch: OpenBatch, what: string): StatusError {
    const error = new StatusError("INTERNAL", `the Python process ${what}`);
    batch.reject(error);
    return error;
  }

  #failed(header: Header): void {
    this.#fail(this.#takeBatch(header), new StatusError("INTERNAL", textField(header, "m")));
  }

  /** Fails the batch's remaining requests: a sender may have ended some. */
  #fail(batch: OpenBatch, error: StatusError): void {
    const results = batch.keys.map((key) => (this.#end(key) ? error : undefined));
    const { sentAt } = batch;
    if (!results.includes(undefined)) batch.reject(error);
    else batch.resolve({ results, inferStart: sentAt, inferEnd: this.#options.clock.now() });
  }

  #sent(header: Header, tensors: TensorReader): void {
    const key = integerField(header, "k");
    const final = flagField(header, "final");
    const open = this.#requests.get(key);
    // The client may have disconnected meanwhile.
    if (open === undefined) return;
    const result =
      header["r"] === undefined
        ? undefined
        : readResult(header["r"], tensors, open.request, open.io);
    // An error ends the request (PYTHON-STREAM-3).
    const isOver = final || result instanceof StatusError;
    if (isOver) this.#end(key);
    open.respond(open.index, result, isOver);
  }

  #dropped(key: number): void {
    const open = this.#end(key);
    const message = `model '${this.#options.model}' dropped the response sender of a request without TRITONSERVER_RESPONSE_COMPLETE_FINAL`;
    open?.respond(open.index, new StatusError("INTERNAL", message), true);
  }

  #log(header: Header): void {
    const level = textField(header, "l") as LogLevel;
    if (!LOG_LEVELS.includes(level)) return;
    for (const line of textField(header, "m").split("\n")) {
      if (line.trim() !== "") this.#options.log(level, line);
    }
  }

  #lost(reason: string): void {
    this.#isLost = true;
    this.#options.onOver();
    this.#calls.close();
    this.#readiness.close();
    const error = new StatusError(
      "INTERNAL",
      `the Python process of '${this.name}' ended ${reason}`,
    );
    if (!this.#closing) {
      this.#options.log("error", error.message);
      this.#options.onLost(error);
    }
    for (const batch of this.#batches.values()) {
      batch.stopTimer();
      this.#fail(batch, error);
    }
    this.#batches.clear();
    // Of earlier batches whose streams are still active.
    for (const key of this.#requests.keys()) {
      const open = this.#end(key);
      open?.respond(open.index, error, true);
    }
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);
