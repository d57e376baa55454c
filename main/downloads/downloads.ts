import { randomBytes } from "node:crypto";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { Download, DownloadState, downloadTopics } from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { inOrder, countTotalBytes, type ZipEntry } from "./entry.ts";
import { zipBytes } from "./zip.ts";

/** An offer no one takes is withdrawn, and an end forgotten, after so long. */
const KEPT_MS = 60_000;
/** How often progress is reported, ms. */
const PROGRESS_MS = 100;

interface Offer {
  readonly name: string;
  readonly entries: readonly ZipEntry[];
  /** Called once, when its files aren't needed any more. */
  readonly release: () => void;
}

export interface TakenDownload {
  readonly fileName: string;
  /** Writes it whole and ends `to`, or destroys it; never rejects: what went wrong is asked to the page. */
  sendTo(to: Writable): Promise<void>;
}

/** Folders that pages may fetch as a .zip, each with an address of its own. */
export class Downloads implements Disposable {
  readonly #clock: Clock;
  readonly #offers = new Map<string, Offer>();
  readonly #states = new Map<string, DownloadState>();
  readonly #timers = new Map<string, Disposable>();
  readonly #listeners = new Listeners<string>("downloads");
  #disposed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * `name`: of the .zip and of the one folder in it. `release` is called once the files aren't needed any more, also if
   * the offer is rejected. Throws INVALID_ARGUMENT, RESOURCE_EXHAUSTED.
   */
  offer(name: string, entries: readonly ZipEntry[], release: () => void = () => {}): Download {
    try {
      const all = inOrder(entries.map((entry) => ({ ...entry, path: `${name}/${entry.path}` })));
      return this.#offer({ name, entries: all, release }, countTotalBytes(all));
    } catch (error) {
      release();
      throw error;
    }
  }

  #offer(offer: Offer, bytes: number): Download {
    const { name, entries } = offer;
    const id = randomBytes(24).toString("base64url");
    this.#offers.set(id, offer);
    this.#put(id, { state: "offered", bytes: 0, totalBytes: bytes, words: "" });
    this.#later(id, () => this.#withdraw(id));
    const files = entries.filter(({ content }) => content.kind !== "folder").length;
    return { id, path: `/download/${id}`, fileName: `${name}.zip`, files, bytes };
  }

  /** Once for each offer; null without one, or it was withdrawn. */
  take(id: string): TakenDownload | null {
    const offer = this.#offers.get(id);
    if (!offer) return null;
    this.#offers.delete(id);
    this.#timers.get(id)?.[Symbol.dispose]();
    return {
      fileName: `${offer.name}.zip`,
      sendTo: (to) => this.#send(id, offer, to),
    };
  }

  get topics(): DomainHandlers<never, keyof typeof downloadTopics>["topics"] {
    return {
      "downloads.state": ({ id }, sink) => {
        sink.event(this.#states.get(id) ?? null);
        return this.#listeners.add(
          (changed) => changed === id && sink.event(this.#states.get(id) ?? null),
        );
      },
    };
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    for (const timer of this.#timers.values()) timer[Symbol.dispose]();
    for (const { release } of this.#offers.values()) release();
    this.#offers.clear();
  }

  async #send(id: string, { entries, release }: Offer, to: Writable): Promise<void> {
    this.#change(id, { state: "sending" });
    let [bytes, emittedAt] = [0, this.#clock.monotonic()];
    const count = (more: number) => {
      bytes += more;
      if (this.#clock.monotonic() - emittedAt < PROGRESS_MS) return;
      emittedAt = this.#clock.monotonic();
      this.#change(id, { bytes });
    };
    try {
      await pipeline(zipBytes(entries, new Date(this.#clock.now()), count), to);
      this.#change(id, { state: "sent", bytes });
    } catch (error) {
      this.#change(id, { state: "failed", bytes, words: formatError(error) });
    } finally {
      release();
    }
    this.#later(id, () => this.#states.delete(id));
  }

  #withdraw(id: string): void {
    this.#offers.get(id)?.release();
    this.#offers.delete(id);
    const words = "The browser did not fetch it within a minute; ask for it again.";
    this.#change(id, { state: "failed", words });
    this.#later(id, () => this.#states.delete(id));
  }

  #change(id: string, news: Partial<DownloadState>): void {
    const state = this.#states.get(id);
    if (state) this.#put(id, { ...state, ...news });
  }

  #put(id: string, state: DownloadState): void {
    this.#states.set(id, state);
    this.#listeners.emit(id);
  }

  #later(id: string, work: () => void): void {
    if (this.#disposed) return;
    const timer = this.#clock.after(KEPT_MS, () => {
      this.#timers.delete(id);
      work();
    });
    this.#timers.set(id, timer);
  }
}

/** What a socket ends with whose other side is gone. */
const GONE: ReadonlySet<string | undefined> = new Set([
  "ERR_STREAM_PREMATURE_CLOSE",
  "ECONNRESET",
  "EPIPE",
]);

function formatError(error: unknown): string {
  if (error instanceof StatusError) return error.message;
  if (GONE.has((error as NodeJS.ErrnoException).code))
    return "The browser ended the download before it was whole.";
  return `The download broke off: ${StatusError.from(error).message}`;
}
