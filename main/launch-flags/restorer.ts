import type { Clock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import type { Launch } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { describePlace, type HeldFlags, restore } from "./workload/restore.ts";
import type { WorkloadPlace, FlagWorkloads } from "./workload/source.ts";
import type { KeptLaunch, LaunchStore } from "./launch-store.ts";

export interface RestorerParts {
  readonly workloads: FlagWorkloads;
  readonly store: LaunchStore;
  readonly isRunning: (id: number) => boolean;
  readonly changed: (launch: Launch) => void;
  readonly events: EventSink;
  readonly clock: Clock;
}

const RETRY_MS = 5000;
const MAX_RETRY_MS = 300_000;

/**
 * Restores the original flags of workloads: at the end of a comparison, and those that a killed console left, until
 * the cluster takes them. Flags that someone else changed in the meantime are left alone.
 */
export class Restorer implements Disposable {
  readonly #parts: RestorerParts;
  readonly #stop = new AbortController();
  readonly #reported = new Set<number>();
  readonly #busy = new Set<number>();
  #retryMs = RETRY_MS;
  #timer: Disposable | null = null;

  constructor(parts: RestorerParts) {
    this.#parts = parts;
  }

  /** All that ended without it. */
  retry(): void {
    for (const kept of this.#pending())
      if (!this.#parts.isRunning(kept.launch.id)) void this.restore(kept);
  }

  /** Always resolves; failures are retried. */
  async restore({ launch: { id } }: KeptLaunch): Promise<void> {
    const kept = this.#pending().find(({ launch }) => launch.id === id);
    if (!kept?.held.flags || this.#busy.has(id)) return;
    this.#busy.add(id);
    const { workloads, events } = this.#parts;
    const flags = kept.held.flags;
    const place = describePlace(flags);
    try {
      const result = await restore(workloads, flags, this.#stop.signal);
      this.#reported.delete(id);
      this.#retryMs = RETRY_MS;
      const message =
        result === "restored"
          ? `The original flags of ${place} are back.`
          : `The original flags of ${place} were not restored: ${result.lost}.`;
      this.#keep(id, result === "restored" ? "restored" : "lost", message);
      const level = result === "restored" ? "info" : "warning";
      events.emit({ level, source: "launch flags", message });
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#failed(id, flags, StatusError.from(error));
    } finally {
      this.#busy.delete(id);
    }
  }

  /** FAILED_PRECONDITION while a workload's original flags are still to be restored. */
  refuseWhilePending(place: WorkloadPlace): void {
    const isSame = ({ held: { flags } }: KeptLaunch) =>
      flags?.contextId === place.contextId && describePlace(flags) === describePlace(place);
    const pending = this.#pending().find(isSame);
    if (!pending) return;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The original flags of ${describePlace(place)} are not back yet after comparison ${pending.launch.id}.`,
    );
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
    this.#timer?.[Symbol.dispose]();
  }

  #failed(id: number, flags: HeldFlags, { message }: StatusError): void {
    const words = `The original flags of ${describePlace(flags)} could not be restored yet; the console keeps trying. ${message}`;
    this.#keep(id, "replaced", words);
    if (!this.#reported.has(id)) {
      this.#reported.add(id);
      this.#parts.events.emit({ level: "error", source: "launch flags", message: words });
    }
    this.#timer ??= this.#parts.clock.after(this.#retryMs, () => {
      this.#timer = null;
      this.#retryMs = Math.min(MAX_RETRY_MS, 2 * this.#retryMs);
      this.retry();
    });
  }

  #keep(id: number, state: Launch["original"]["state"], reason: string): void {
    const { store, changed } = this.#parts;
    const { launch, held } = store.get(id);
    const restored = { ...launch, original: { state, reason: state === "restored" ? "" : reason } };
    store.save({ launch: restored, held: state === "replaced" ? held : { ...held, flags: null } });
    changed(restored);
  }

  #pending(): KeptLaunch[] {
    return this.#parts.store.all().filter(({ launch }) => launch.original.state === "replaced");
  }
}
