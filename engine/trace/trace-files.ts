import { appendFile, rename, rm, writeFile } from "node:fs/promises";
import { fromWriteError } from "../../base/file-error.ts";
import { otlpTraces } from "../protocol/otlp-trace.ts";
import type { TraceSettings } from "../types.ts";
import type { FinishedTrace, TensorNote } from "./live-trace.ts";
import { type TraceFile, TraceLog } from "./trace-log.ts";

/** The trace files of an engine, by path and mode. */
export class TraceFiles {
  readonly #serviceName: string;
  readonly #onError: (sentence: string) => void;
  readonly #files = new Map<string, TraceFile>();
  readonly #users = new Map<TraceFile, number>();

  constructor(serviceName: string, onError: (sentence: string) => void) {
    this.#serviceName = serviceName;
    this.#onError = onError;
  }

  /** Undefined if the settings name no file. */
  log(settings: TraceSettings): TraceLog | undefined {
    const { trace_file: path, trace_mode: mode } = settings;
    if (path === "") return undefined;
    const key = `${mode} ${path}`;
    const onError = (error: Error) =>
      this.#onError(`Can't write trace files. ${fromWriteError(error, path).message}`);
    let file = this.#files.get(key);
    if (file === undefined) {
      file = mode === "triton" ? new JsonFile(path, onError) : new LinesFile(path, onError);
      this.#files.set(key, file);
    }
    const used = file;
    this.#users.set(used, (this.#users.get(used) ?? 0) + 1);
    const timestamps = settings.trace_level.includes("TIMESTAMPS");
    return new TraceLog({
      file,
      frequency: settings.log_frequency,
      format: (finished) =>
        mode === "triton" ? tritonTrace(finished, timestamps) : this.#otlpLine(finished),
      onClosed: () => this.#release(used),
    });
  }

  /** Resolves when everything is written. */
  async written(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.written()));
  }

  #release(file: TraceFile): void {
    const left = (this.#users.get(file) ?? 1) - 1;
    this.#users.set(file, left);
    if (left === 0) file.finish();
  }

  #otlpLine(finished: readonly FinishedTrace[]): string {
    const records = finished.map(({ record }) => record);
    return JSON.stringify(otlpTraces(records, { serviceName: this.#serviceName }));
  }
}

/** Runs one write after the other; reports only the first failure. */
class Writes {
  readonly #onError: (error: Error) => void;
  #last: Promise<void> = Promise.resolve();
  #failed = false;

  constructor(onError: (error: Error) => void) {
    this.#onError = onError;
  }

  add(write: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(write).catch((error: Error) => {
      if (!this.#failed) this.#onError(error);
      this.#failed = true;
    });
    return this.#last;
  }
}

/** JSON arrays in Triton's format; each file appears under its name when complete. */
class JsonFile implements TraceFile {
  readonly #path: string;
  readonly #writes: Writes;
  #next = 0;
  #begun = false;

  constructor(path: string, onError: (error: Error) => void) {
    this.#path = path;
    this.#writes = new Writes(onError);
  }

  write(texts: readonly string[], indexed: boolean): void {
    const text = texts.join(",");
    if (indexed) {
      const target = `${this.#path}.${this.#next++}`;
      void this.#writes.add(async () => {
        await writeFile(`${target}.part`, `[${text}]`);
        await rename(`${target}.part`, target);
      });
      return;
    }
    const part = `${this.#path}.part`;
    const first = !this.#begun;
    this.#begun = true;
    void this.#writes.add(async () => {
      if (first) await rm(part, { force: true });
      await appendFile(part, `${first ? "[" : ","}${text}`);
    });
  }

  finish(): void {
    if (!this.#begun) return;
    this.#begun = false;
    const part = `${this.#path}.part`;
    void this.#writes.add(async () => {
      await appendFile(part, "]");
      await rename(part, this.#path);
    });
  }

  written(): Promise<void> {
    return this.#writes.add(async () => {});
  }
}

/** One JSON text per line, like OpenTelemetry's file exporter. */
class LinesFile implements TraceFile {
  readonly #path: string;
  readonly #writes: Writes;

  constructor(path: string, onError: (error: Error) => void) {
    this.#path = path;
    this.#writes = new Writes(onError);
  }

  write(texts: readonly string[]): void {
    void this.#writes.add(() => appendFile(this.#path, texts.map((text) => `${text}\n`).join("")));
  }

  finish(): void {}

  written(): Promise<void> {
    return this.#writes.add(async () => {});
  }
}

/** One request and its steps in the format of Triton's trace file: JSON objects, separated by commas (rule TRACE-7). */
function tritonTrace(finished: readonly FinishedTrace[], timestamps: boolean): string {
  return finished
    .flatMap(({ record, tensors }) => {
      const { id, parentId, modelName, modelVersion, requestId } = record;
      return [
        {
          id,
          model_name: modelName,
          model_version: Number(modelVersion) || -1,
          ...(requestId !== "" && { request_id: requestId }),
          ...(parentId !== 0 && { parent_id: parentId }),
        },
        ...(timestamps ? record.stamps : []).map(({ point, atNs }) => ({
          id,
          timestamps: [{ name: point, ns: Math.round(atNs) }],
        })),
        ...tensors.map((note) => tensorEntry(id, note)),
      ];
    })
    .map((entry) => JSON.stringify(entry))
    .join(",");
}

function tensorEntry(id: number, { activity, tensor, text }: TensorNote): object {
  const { name, shape, datatype } = tensor;
  return {
    id,
    activity,
    tensor: { name, data: text, shape: shape.join(","), dtype: datatype },
  };
}
