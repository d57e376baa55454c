import path from "node:path";
import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import { reportFault } from "../../../base/faults.ts";
import { nextTurn } from "../../../base/steps.ts";
import type { EventSink } from "../../events/index.ts";
import { type MetricKey, metricKey } from "../../contract/index.ts";
import { parsedJson } from "../../store/index.ts";
import type { Delta } from "../delta/delta.ts";
import type { Past } from "../series/joined-rows.ts";
import type { Row } from "../series/recent.ts";
import { Collector } from "./collector.ts";
import { Compaction, retain, rollUp } from "./maintenance.ts";
import { openAfresh, openHistoryFile } from "./history-file.ts";
import { HistoryStore, type ServerRow, STEP_MS } from "./history-store.ts";

export interface HistoryOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly events: EventSink;
  /** Default 512 MB. */
  readonly limitBytes?: number;
}

const LIMIT_BYTES = 512 * 1024 * 1024;
/** Merging a row of 200 figures takes a millisecond. */
const PER_TRANSACTION = 10;
const MAX_WAITING = 10_000;
/** A span with points further apart is read from 5-minute rows. */
const COARSE_FROM_MS = 120_000;
const PER_READ = 200;
/** On a full disk a row fits now and then: the trouble counts as over after a minute without it. */
const FLAP_MS = 10 * 60_000;
const WELL_MS = 60_000;

/** Observations of every server, stored on disk next to the console's database. */
export class History implements Past {
  readonly #options: HistoryOptions;
  readonly #collector = new Collector();
  readonly #compaction = new Compaction();
  readonly #closing = new AbortController();
  #store: HistoryStore | null;
  #waiting: ServerRow[] = [];
  #work: Promise<void> = Promise.resolve();
  #troubled = false;
  #flaps = false;
  #wellSince: number | null = null;
  #endedAt = Number.NEGATIVE_INFINITY;
  /** The 5 minutes for which 5-minute rows were last made; the clock may be set back. */
  #slot = 0;
  #timer: Disposable;

  constructor(options: HistoryOptions) {
    this.#options = options;
    const db = openHistoryFile(options.directory, options.events);
    this.#store = db && new HistoryStore(db);
    this.#timer = this.#later();
  }

  add(serverId: string, t: number, delta: Delta): void {
    if (this.#store) this.#collector.add(serverId, t, delta);
  }

  /** Intervals that end in (from, to], oldest first, including unwritten ones that are 10 s old. */
  async rows(serverId: string, from: number, to: number, stepMs: number): Promise<Row[]> {
    if (stepMs < COARSE_FROM_MS) {
      const fine = await this.#read("fine", serverId, from, to);
      const until = (fine[0]?.t ?? to + STEP_MS.fine) - STEP_MS.fine;
      return [...(await this.#read("coarse", serverId, from, until)), ...fine];
    }
    const coarse = await this.#read("coarse", serverId, from, to);
    return [...coarse, ...(await this.#read("fine", serverId, coarse.at(-1)?.t ?? from, to))];
  }

  /** Metrics that the user pinned. */
  pins(): { serverId: string; key: MetricKey }[] {
    const pins = this.#store?.pins() ?? [];
    return pins.flatMap(({ serverId, key }) => {
      const read = metricKey.safeParse(parsedJson(key));
      return read.success ? [{ serverId, key: read.data }] : [];
    });
  }

  pin(serverId: string, key: MetricKey, pinned: boolean): void {
    this.#store?.pin(serverId, JSON.stringify(key), pinned);
  }

  /** Bytes in use on disk. */
  get size(): number {
    return this.#store?.size() ?? 0;
  }

  /** Writes finished rows and makes missing ones now instead of in the next turn. */
  flush(): Promise<void> {
    this.#work = this.#work.then(() => this.#turn());
    return this.#work;
  }

  /** Writes everything, including open slots. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#timer[Symbol.dispose]();
    this.#closing.abort();
    await this.#work;
    this.#collector.endBefore(Number.POSITIVE_INFINITY);
    await this.#writing(() => this.#write());
    this.#store?.close();
    this.#store = null;
  }

  #later(): Disposable {
    return this.#options.clock.after(STEP_MS.fine, () => {
      void this.flush()
        .catch((error: unknown) => {
          // A promise chain that rejected once would stop forever.
          this.#work = Promise.resolve();
          reportFault("history", error);
        })
        .finally(() => {
          if (!this.#closing.signal.aborted) this.#timer = this.#later();
        });
    });
  }

  async #turn(): Promise<void> {
    const now = this.#options.clock.now();
    this.#collector.endBefore(now);
    await this.#writing(() => this.#write());
    if (this.#troubled) return;
    const slot = Math.floor(now / STEP_MS.coarse);
    if (slot === this.#slot)
      return this.#writing((store) => this.#steps(this.#compaction.turn(store, now)));
    this.#slot = slot;
    await this.#writing((store) => this.#steps(rollUp(store, now)));
    const limit = this.#options.limitBytes ?? LIMIT_BYTES;
    await this.#writing((store) => this.#steps(retain(store, now, limit)));
  }

  async #write(): Promise<void> {
    for (;;) {
      this.#waiting.push(...this.#collector.take(PER_TRANSACTION));
      const next = this.#waiting.slice(0, PER_TRANSACTION);
      if (next.length === 0) return;
      this.#store?.write("fine", next);
      this.#waiting.splice(0, next.length);
      await nextTurn();
    }
  }

  async #steps(steps: Generator<void>): Promise<void> {
    for (const _ of steps) {
      if (this.#closing.signal.aborted) return;
      await nextTurn();
    }
  }

  async #read(
    grain: "fine" | "coarse",
    serverId: string,
    from: number,
    to: number,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    let after = from;
    await this.#guard(async (store) => {
      for (;;) {
        const next = store.read(grain, serverId, { from: after, to, limit: PER_READ });
        rows.push(...next);
        if (next.length < PER_READ) return;
        after = next.at(-1)?.t ?? to;
        await nextTurn();
      }
    });
    return rows;
  }

  /** A disk fault is reported once, and its end as well. */
  async #writing(work: (store: HistoryStore) => Promise<void>): Promise<void> {
    try {
      await this.#guard(work);
      if (this.#troubled) this.#well(this.#options.clock.monotonic());
    } catch (thrown) {
      this.#waiting.push(...this.#collector.take(this.#collector.ready));
      this.#waiting.splice(0, Math.max(0, this.#waiting.length - MAX_WAITING));
      this.#wellSince = null;
      if (this.#troubled) return;
      this.#troubled = true;
      this.#flaps = this.#options.clock.monotonic() - this.#endedAt < FLAP_MS;
      const { message } = StatusError.from(thrown);
      this.#report("warning", `The history cannot be written and waits in memory: ${message}`);
    }
  }

  #well(now: number): void {
    this.#wellSince ??= now;
    if (this.#flaps && now - this.#wellSince < WELL_MS) return;
    this.#troubled = false;
    this.#wellSince = null;
    this.#endedAt = now;
    this.#report("info", "The history is written again.");
  }

  /** Replaces a damaged file; rethrows other errors. */
  async #guard(work: (store: HistoryStore) => Promise<void>): Promise<void> {
    const store = this.#store;
    if (!store) return;
    try {
      await work(store);
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (error.code !== "DATA_LOSS") throw error;
      if (this.#store !== store) return;
      store.close();
      const { directory, events } = this.#options;
      const db = openAfresh(path.join(directory, "history.db"), error, events);
      this.#store = db && new HistoryStore(db);
    }
  }

  #report(level: "info" | "warning", message: string): void {
    this.#options.events.emit({ level, source: "history", message });
  }
}
