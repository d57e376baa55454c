import type { FinishedTrace } from "./live-trace.ts";

/** Maximum length of text held back until the end. */
const MAX_WAITING = 1 << 20;

/** A trace file; writes are executed one after the other. */
export interface TraceFile {
  /** `indexed`: into separate files, numbered from 0. */
  write(texts: readonly string[], indexed: boolean): void;
  /** Called when no write is pending: the file gets its final name. */
  finish(): void;
  /** Resolves when everything is written. */
  written(): Promise<void>;
}

export interface TraceLogOptions {
  readonly file: TraceFile;
  /** Traces per file; 0: one file with all traces, written at the end. */
  readonly frequency: number;
  readonly format: (finished: readonly FinishedTrace[]) => string;
  readonly onClosed: () => void;
}

/** Collects traces of one scope for its trace file (rules TRACE-7 and TRACE-8). */
export class TraceLog {
  readonly #options: TraceLogOptions;
  #texts: string[] = [];
  #length = 0;

  constructor(options: TraceLogOptions) {
    this.#options = options;
  }

  /** Adds one request with its steps; `last`: no other follows. */
  add(finished: readonly FinishedTrace[], last: boolean): void {
    const { frequency, format } = this.#options;
    const text = format(finished);
    this.#texts.push(text);
    this.#length += text.length;
    const full = frequency > 0 && this.#texts.length >= frequency;
    if (last || full) this.#write(true);
    else if (this.#length > MAX_WAITING) this.#write(frequency > 0);
  }

  close(): void {
    this.#write(this.#options.frequency > 0);
    this.#options.onClosed();
  }

  #write(indexed: boolean): void {
    if (this.#texts.length === 0) return;
    this.#options.file.write(this.#texts, indexed);
    this.#texts = [];
    this.#length = 0;
  }
}
