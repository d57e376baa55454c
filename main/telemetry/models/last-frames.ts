import type { Clock } from "../../../base/clock.ts";
import { overviewFrame, type OverviewFrame } from "../../contract/index.ts";
import type { Db, Migration } from "../../store/index.ts";

/** Telemetry's part of the schema: ids 100 to 109. */
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

const SAVE_INTERVAL_MS = 30_000;
/** A frame of more characters is not kept: some 5,000 models. */
const MAX_FRAME_LENGTH = 4_000_000;
const MAX_SERVERS = 100;

/** Keeps the newest frame of each server on disk, so that a console that starts shows the last known state at once. */
export class LastFrames {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** `key` names the server and what it serves; it is asked for at each use, since the repository may change. */
  memoryFor(key: () => string): FrameMemory {
    return new FrameMemory(this.#db, this.#clock, key);
  }
}

export class FrameMemory {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #key: () => string;
  #newest: OverviewFrame | null = null;
  /** `Clock.monotonic` of the last save; the first frame is saved at once. */
  #savedAt = -Infinity;

  constructor(db: Db, clock: Clock, key: () => string) {
    this.#db = db;
    this.#clock = clock;
    this.#key = key;
  }

  /** The frame as last seen, not live; null where none was kept or it cannot be read. */
  recall(): OverviewFrame | null {
    const row = this.#db.get<{ frame: string }>(
      "SELECT frame FROM last_frames WHERE server = ?",
      this.#key(),
    );
    if (!row) return null;
    try {
      return { ...overviewFrame.parse(JSON.parse(row.frame)), live: false };
    } catch {
      return null;
    }
  }

  /** Takes a live frame; writes at most one in 30 s. */
  add(frame: OverviewFrame): void {
    this.#newest = frame;
    if (this.#clock.monotonic() - this.#savedAt >= SAVE_INTERVAL_MS) this.flush();
  }

  /** Writes the newest frame that was not written. A disk that refuses it costs the last known state alone. */
  flush(): void {
    const frame = this.#newest;
    if (!frame) return;
    this.#newest = null;
    this.#savedAt = this.#clock.monotonic();
    const models = frame.models.map((model) => ({ ...model, spark: [] }));
    const text = JSON.stringify({ ...frame, models });
    if (text.length > MAX_FRAME_LENGTH) return;
    try {
      this.#db.run(
        "INSERT INTO last_frames VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET saved_at = excluded.saved_at, frame = excluded.frame",
        this.#key(),
        Math.round(frame.t),
        text,
      );
      this.#db.run(
        "DELETE FROM last_frames WHERE server NOT IN (SELECT server FROM last_frames ORDER BY saved_at DESC LIMIT ?)",
        MAX_SERVERS,
      );
    } catch {
      // Shown again once the server answers.
    }
  }
}
