import fs from "node:fs";

/** Threads come and go; the list is read again after this number of readings. */
const READINGS_PER_LIST = 500;
/** A thread that did not run for this many readings is idle; one that did for less may be waiting for a CPU. */
const READINGS_UNTIL_IDLE = 50;
/** Threads that did not run are read only this often: most threads of a server never run while it serves. */
const READINGS_PER_IDLE_THREAD = 20;
const LINE_BYTES = 96;

/** Of threads together, since the first reading. */
export interface Waits {
  readonly ranMs: number;
  /** Of the thread that ran longest. */
  readonly busiestMs: number;
  readonly waitedMs: number;
  /** How often they began to run. */
  readonly slices: number;
}

/**
 * How long threads of a process waited for a CPU while runnable, as Linux counts it for each thread
 * (/proc/PID/task/TID/schedstat: ns run, ns waited, time slices).
 */
export class ThreadWaits implements Disposable {
  readonly #directory: string;
  readonly #wanted: (tid: number) => boolean;
  readonly #files = new Map<number, number>();
  readonly #ran = new Map<number, number>();
  readonly #last = new Map<number, readonly [ranMs: number, waitedMs: number, slices: number]>();
  /** Readings in a row in which a thread did not run. */
  readonly #still = new Map<number, number>();
  readonly #line = Buffer.alloc(LINE_BYTES);
  #readings = 0;
  #ranMs = 0;
  #waitedMs = 0;
  #slices = 0;

  constructor(pid: number, wanted: (tid: number) => boolean = () => true) {
    this.#directory = `/proc/${pid}/task`;
    this.#wanted = wanted;
  }

  /** Since the first reading, all threads together, ms; null if the system does not report it. */
  read(): Waits | null {
    const readings = this.#readings++;
    if (readings % READINGS_PER_LIST === 0) this.#list();
    const readsIdle = readings % READINGS_PER_IDLE_THREAD === 0;
    for (const [tid, file] of this.#files) {
      const still = this.#still.get(tid) ?? 0;
      if (!readsIdle && still >= READINGS_UNTIL_IDLE) continue;
      const now = this.#readFile(file);
      if (now === null) {
        this.#forget(tid);
        continue;
      }
      const [ran, waited, slices] = this.#last.get(tid) ?? now;
      this.#ranMs += now[0] - ran;
      this.#ran.set(tid, (this.#ran.get(tid) ?? 0) + now[0] - ran);
      this.#waitedMs += now[1] - waited;
      this.#slices += now[2] - slices;
      this.#still.set(tid, now[2] === slices ? still + 1 : 0);
      this.#last.set(tid, now);
    }
    if (this.#files.size === 0) return null;
    return {
      ranMs: this.#ranMs,
      busiestMs: Math.max(...this.#ran.values()),
      waitedMs: this.#waitedMs,
      slices: this.#slices,
    };
  }

  [Symbol.dispose](): void {
    for (const tid of this.#files.keys()) this.#forget(tid);
  }

  #list(): void {
    try {
      for (const name of fs.readdirSync(this.#directory)) {
        const tid = Number(name);
        if (this.#files.has(tid) || !this.#wanted(tid)) continue;
        this.#files.set(tid, fs.openSync(`${this.#directory}/${name}/schedstat`, "r"));
      }
    } catch {
      // Ended, of another user, or not reported here.
    }
  }

  #readFile(file: number): readonly [number, number, number] | null {
    try {
      const length = fs.readSync(file, this.#line, 0, LINE_BYTES, 0);
      const [ran, waited, slices] = this.#line.toString("latin1", 0, length).split(" ").map(Number);
      if (ran === undefined || waited === undefined || slices === undefined) return null;
      return [ran / 1e6, waited / 1e6, slices];
    } catch {
      return null;
    }
  }

  #forget(tid: number): void {
    const file = this.#files.get(tid);
    if (file !== undefined) fs.closeSync(file);
    this.#files.delete(tid);
    this.#last.delete(tid);
    this.#still.delete(tid);
  }
}
