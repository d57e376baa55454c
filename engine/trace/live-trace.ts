import type {
  RequestTrace,
  TracedTensor,
  TensorActivity,
  TracePoint,
  TraceRecord,
} from "../types.ts";

import { tensorText } from "./tensor-text.ts";

/** Max characters of an error, which may repeat a client's text. */
const MAX_ERROR = 4096;

/** A traced tensor in the trace file's format. */
export interface TensorNote {
  readonly activity: TensorActivity;
  readonly tensor: Pick<TracedTensor, "name" | "datatype" | "shape">;
  readonly text: string;
}

/** A finished trace, with details that only the trace file gets. */
export interface FinishedTrace {
  readonly record: TraceRecord;
  readonly tensors: readonly TensorNote[];
}

export interface LiveTraceOptions {
  readonly modelName: string;
  readonly requestId: string;
  /** Whether the settings request tensors. */
  readonly keepTensors: boolean;
  /** Wall-clock time in ms since the epoch when the engine's clock was 0. */
  readonly epochMs: number;
  /** Called after each stamp or error of a client's request. */
  readonly onUpdate?: (trace: LiveTrace) => void;
}

/** The trace of one sampled request; each point is recorded once. */
export class LiveTrace implements RequestTrace {
  readonly #options: LiveTraceOptions;
  readonly #children: LiveTrace[] = [];
  readonly #stamps = new Map<TracePoint, number>();
  readonly #tensors: TensorNote[] = [];
  #version = "";
  #instance = "";
  #batchSize = 0;
  #cacheHit = false;
  #error = "";

  constructor(options: LiveTraceOptions) {
    this.#options = options;
  }

  has(point: TracePoint): boolean {
    return this.#stamps.has(point);
  }

  get hasFailed(): boolean {
    return this.#error !== "";
  }

  stamp(point: TracePoint, atNs: number): void {
    if (this.#stamps.has(point)) return;
    this.#stamps.set(point, atNs);
    this.#options.onUpdate?.(this);
  }

  served(by: Parameters<RequestTrace["served"]>[0]): void {
    if (by.version !== "") this.#version = by.version;
    this.#instance = by.instance ?? this.#instance;
    this.#batchSize = by.batchSize ?? this.#batchSize;
    this.#cacheHit = by.cacheHit ?? this.#cacheHit;
  }

  failed(error: Error): void {
    this.#error ||= (error.message || error.name).slice(0, MAX_ERROR);
    this.#options.onUpdate?.(this);
  }

  tensors(activity: TensorActivity, tensors: readonly TracedTensor[]): void {
    if (!this.#options.keepTensors) return;
    // Formatted at once, since a request's memory is only valid until its response.
    for (const tensor of tensors) {
      const { name, datatype, shape } = tensor;
      const text = tensorText(tensor);
      this.#tensors.push({ activity, tensor: { name, datatype, shape }, text });
    }
  }

  child(modelName: string): LiveTrace {
    const { onUpdate: _, ...options } = this.#options;
    const child = new LiveTrace({ ...options, modelName });
    this.#children.push(child);
    return child;
  }

  /** This trace and those of its steps, parents first; `nextId` numbers them in that order. */
  finish(nextId: () => number, parentId = 0): FinishedTrace[] {
    const id = nextId();
    const own = { record: this.#record(id, parentId), tensors: this.#tensors };
    return [own, ...this.#children.flatMap((child) => child.finish(nextId, id))];
  }

  #record(id: number, parentId: number): TraceRecord {
    const { modelName, requestId, epochMs } = this.#options;
    const stamps = [...this.#stamps].map(([point, atNs]) => ({ point, atNs }));
    stamps.sort((a, b) => a.atNs - b.atNs);
    return {
      id,
      parentId,
      modelName,
      modelVersion: this.#version,
      requestId,
      startedAtMs: epochMs + (stamps[0]?.atNs ?? 0) / 1e6,
      stamps,
      instance: this.#instance,
      batchSize: this.#batchSize,
      cacheHit: this.#cacheHit,
      error: this.#error,
    };
  }
}
