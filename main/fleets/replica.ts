import type { ObservedModel, ServerStatus } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import type { Member } from "./members.ts";
import type { Seen, Watch } from "./ports.ts";

/** One replica of a fleet while its addresses stay the same. */
export class Replica implements Disposable {
  /** Updated when its source learns more about it. */
  member: Member;
  readonly server: ServerAdapter;
  readonly #watch: Watch;
  readonly #owned = new DisposableStack();
  readonly #base: number;
  #restarts: number;
  #restartedAt: number | null;

  /** `before`: restarts of earlier replicas with the same key, and the time of the last one. */
  constructor(
    member: Member,
    server: ServerAdapter & Disposable,
    { attached, watch }: { attached: Disposable; watch: Watch },
    before: { readonly restarts: number; readonly at: number | null },
  ) {
    this.member = member;
    this.server = server;
    this.#watch = watch;
    this.#base = before.restarts;
    this.#restarts = before.restarts;
    this.#restartedAt = before.at;
    this.#owned.use(server);
    this.#owned.use(attached);
    this.#owned.use(watch);
    this.#owned.use(watch.onSeen((seen) => this.#count(seen)));
  }

  get key(): string {
    return this.member.key;
  }

  get status(): ServerStatus {
    return this.server.status;
  }

  /** The result of its last poll; null before the first response. */
  get seen(): Seen | null {
    return this.#watch.latest();
  }

  get models(): readonly ObservedModel[] {
    return this.seen?.delta.models ?? [];
  }

  get live(): boolean {
    return this.status.state === "live" && (this.seen?.live ?? false);
  }

  /** How often it, or an earlier replica with its key, was seen to have restarted or been replaced. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Time of the last restart, ms since the epoch. */
  get restartedAt(): number | null {
    return this.#restartedAt;
  }

  /** Called after each poll, answered or not. */
  onSeen(listener: (seen: Seen) => void): Disposable {
    return this.#watch.onSeen(listener);
  }

  /** Polls more often until the result is disposed. */
  watch(): Disposable {
    return this.#watch.watch();
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }

  #count({ t, restarts }: Seen): void {
    if (this.#base + restarts > this.#restarts) this.#restartedAt = t;
    this.#restarts = this.#base + restarts;
  }
}
