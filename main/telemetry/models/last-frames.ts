import type { Clock } from "../../../base/clock.ts";
import {
  type ObservedFrame,
  observedFrame,
  overviewFrame,
  type OverviewFrame,
} from "../../contract/index.ts";
import type { Db, Migration } from "../../store/index.ts";
import type { PollResult } from "../polling/poll-result.ts";

/** Telemetry's migrations: ids 100 to 109. */
export const telemetryMigrations: readonly Migration[] = [
  {
    id: 100,
    name: "last frames",
    sql: `CREATE TABLE last_frames (
      server TEXT PRIMARY KEY,
      saved_at INTEGER NOT NULL,
      frame TEXT NOT NULL
    ) STRICT, WITHOUT ROWID`,
  },
];

/** An overview, with the figures of the same poll, which are separate from it. */
const savedFrame = overviewFrame.extend({ observed: observedFrame.optional() });

/** The last known state of a server, not live. */
interface LastKnown {
  readonly overview: OverviewFrame;
  readonly observed: ObservedFrame | null;
}

const SAVE_INTERVAL_MS = 30_000;
/** Max models whose figures are stored. */
const MAX_MODELS_WITH_FIGURES = 1000;
/** Longer frames are not stored: some 5,000 models. */
const MAX_FRAME_LENGTH = 4_000_000;
const MAX_SERVERS = 100;

/** Stores the newest frame of each server on disk, so that a starting console shows the last known state at once. */
export class LastFrames {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** `key` identifies the server and its repository; evaluated at each use, because the repository may change. */
  memoryFor(key: () => string): FrameMemory {
    return new FrameMemory(this.#db, this.#clock, key);
  }
}

export class FrameMemory {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #key: () => string;
  #newest: { readonly overview: OverviewFrame; readonly result: PollResult } | null = null;
  /** `Clock.monotonic` of the last save; the first frame is saved at once. */
  #savedAt = -Infinity;

  constructor(db: Db, clock: Clock, key: () => string) {
    this.#db = db;
    this.#clock = clock;
    this.#key = key;
  }

  /** Null if nothing readable was stored. */
  recall(): LastKnown | null {
    const row = this.#db.get<{ frame: string }>(
      "SELECT frame FROM last_frames WHERE server = ?",
      this.#key(),
    );
    if (!row) return null;
    try {
      const { observed, ...overview } = savedFrame.parse(JSON.parse(row.frame));
      return {
        overview: { ...overview, live: false },
        observed: observed ? { ...observed, live: false } : null,
      };
    } catch {
      return null;
    }
  }

  /** Takes a live frame and its poll; writes at most once in 30 s. */
  add(overview: OverviewFrame, result: PollResult): void {
    this.#newest = { overview, result };
    if (this.#clock.monotonic() - this.#savedAt >= SAVE_INTERVAL_MS) this.flush();
  }

  /** Writes the newest unwritten frame. If the disk fails, only the last known state is lost. */
  flush(): void {
    if (!this.#newest) return;
    const { overview, result } = this.#newest;
    this.#newest = null;
    this.#savedAt = this.#clock.monotonic();
    const observed = overview.models.length > MAX_MODELS_WITH_FIGURES ? undefined : result.frame;
    const text = JSON.stringify({ ...overview, observed });
    if (text.length > MAX_FRAME_LENGTH) return;
    try {
      this.#db.run(
        "INSERT INTO last_frames VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET saved_at = excluded.saved_at, frame = excluded.frame",
        this.#key(),
        Math.round(overview.t),
        text,
      );
      this.#db.run(
        "DELETE FROM last_frames WHERE server NOT IN (SELECT server FROM last_frames ORDER BY saved_at DESC LIMIT ?)",
        MAX_SERVERS,
      );
    } catch {
      // Available again once the server responds.
    }
  }
}
