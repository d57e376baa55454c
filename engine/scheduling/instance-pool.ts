import type { BackendInstance, InstancePlace } from "../backends/backend.ts";
import type { ModelFileSignature } from "../config/types.ts";
import type { StatusError } from "../../base/status-error.ts";
import type { ModelTelemetry } from "../types.ts";
import type { EngineClock } from "./clock.ts";
import type { RateLimited, RateLimiter, ResourceDemand } from "./rate-limiter.ts";

/** Losses in a row, without a batch completed between them, after which a place stays empty. */
const MAX_LOSSES = 3;

/** Batches handed over behind the one that runs; as many as Triton prefetches for one instance (rule SCHED-B10). */
const MAX_AHEAD = 2;

/** A place for an instance, and the resources that it needs to run. */
export interface PoolPlace extends InstancePlace {
  readonly resources: readonly ResourceDemand[];
  readonly priority: number;
}

interface Slot {
  readonly place: PoolPlace;
  /** Number of instances created together, including itself. */
  readonly count: number;
  instance: BackendInstance | undefined;
  limited: RateLimited | undefined;
  /** An instance is being created. */
  filling: boolean;
  /** Batches assigned and not returned. */
  batches: number;
  /** Batches returned whose streams still continue. */
  held: number;
  losses: number;
  lastLoss: StatusError | undefined;
  /** Takes no more batches; its instance ends when the last one is back and its streams have ended. */
  retired: boolean;
}

export interface InstancePoolOptions {
  readonly places: readonly PoolPlace[];
  /** Undefined where rate limiting is off. */
  readonly limiter?: RateLimiter | undefined;
  /** `count`: all instances of the version, which share the cores. */
  readonly create: (
    place: PoolPlace,
    count: number,
    onLost: (error: StatusError) => void,
  ) => Promise<BackendInstance>;
  /** An instance became idle, or may run again; `inTurn` where another model's instance runs if it does not now. */
  readonly onFreed: (inTurn?: boolean) => void;
  /** The last instance ended and cannot be replaced. */
  readonly onExhausted: (error: StatusError) => void;
  /** ms to wait before an instance is replaced, by its losses in a row; default: at once. Needs `clock`. */
  readonly restartDelaysMs?: readonly number[];
  readonly clock?: Pick<EngineClock, "setTimer">;
}

/** The instances of one model version: lends idle ones, replaces those that end unexpectedly, changes their number. */
export class InstancePool {
  readonly #options: InstancePoolOptions;
  #slots: Slot[] = [];
  readonly #retired = new Set<Slot>();
  /** Instances that run a batch, retired ones included. */
  #busy = 0;
  /** Instances are being created that will replace the present ones. */
  #resizing = false;
  #closing: Promise<void> | undefined;
  /** Cancels the delays of places whose instances will be replaced. */
  readonly #stopDelays = new Set<() => void>();

  private constructor(options: InstancePoolOptions) {
    this.#options = options;
  }

  /** Creates all instances; when one fails, closes the others and throws its error. */
  static async open(options: InstancePoolOptions): Promise<InstancePool> {
    const pool = new InstancePool(options);
    pool.#slots = await pool.#fillAll(options.places);
    return pool;
  }

  /**
   * Creates instances for `places`, then lets them take over from the present ones, which finish their batches.
   * Throws, and leaves everything as it was, when an instance can't be made.
   */
  async resize(places: readonly PoolPlace[]): Promise<void> {
    const old = this.#slots;
    this.#resizing = true;
    try {
      const filled = await this.#fillAll(places);
      if (this.#closing !== undefined) {
        await this.#discard(filled);
        return;
      }
      this.#slots = filled;
    } finally {
      this.#resizing = false;
      this.#checkExhausted();
    }
    for (const slot of old) {
      slot.retired = true;
      this.#retired.add(slot);
      this.#endRetired(slot);
    }
    this.#options.onFreed();
  }

  /** Facts declared in the model file. */
  get signature(): ModelFileSignature | undefined {
    return this.#slots[0]?.instance?.signature;
  }

  /** Places for instances, filled or not. */
  get size(): number {
    return this.#slots.length;
  }

  /** Whether an instance could start a batch now. */
  get idle(): boolean {
    return this.#next() !== undefined;
  }

  /** The instance at this place; another one, or none, after it was lost. */
  instanceAt(slot: number): BackendInstance | undefined {
    return this.#slots[slot]?.instance;
  }

  /** Whether the instance at this place could start a batch now. */
  isIdle(slot: number): boolean {
    const found = this.#slots[slot];
    return found !== undefined && isIdle(found) && (found.limited?.ask() ?? true);
  }

  /**
   * Whether the only instance runs a batch and may be assigned another. With several instances the next batch
   * waits for the first idle one, and under a rate limiter for its turn.
   */
  get takesNext(): boolean {
    const [slot] = this.#slots;
    return (
      this.#slots.length === 1 &&
      slot !== undefined &&
      slot.batches > 0 &&
      slot.batches <= MAX_AHEAD &&
      slot.limited === undefined &&
      slot.instance?.takesNext === true
    );
  }

  /** Instances that run a batch. */
  get busy(): number {
    return this.#busy;
  }

  status(): ModelTelemetry["instances"] {
    return this.#slots.flatMap(({ instance, batches }) => {
      if (instance === undefined) return [];
      const { name, kind, deviceId, provider } = instance;
      return [{ name, kind, deviceId, provider, busy: batches > 0 }];
    });
  }

  /**
   * Runs `work` until it settles: on the instance at `place` where one is given, else on an idle instance or on
   * the one that takes the next batch.
   */
  async use<T>(work: (instance: BackendInstance) => Promise<T>, place?: number): Promise<T> {
    const slot =
      place === undefined
        ? (this.#next() ?? (this.takesNext ? this.#slots[0] : undefined))
        : this.#slots[place];
    if (slot?.instance === undefined) throw new Error("no instance is idle");
    if (slot.batches === 0) this.#busy += 1;
    slot.batches += 1;
    // Closing takes the slot's away while a batch without listeners still runs.
    const { limited } = slot;
    limited?.begin();
    try {
      const result = await work(slot.instance);
      slot.losses = 0;
      return result;
    } finally {
      slot.batches -= 1;
      if (slot.batches === 0) this.#busy -= 1;
      limited?.end();
      if (!slot.retired && slot.instance !== undefined) this.#options.onFreed();
      else this.#endRetired(slot);
    }
  }

  /** Keeps an instance from being ended by {@link resize} until the returned function is called, once. */
  hold(instance: BackendInstance): () => void {
    const slot = [...this.#slots, ...this.#retired].find((one) => one.instance === instance);
    if (slot === undefined) return () => {};
    slot.held += 1;
    return () => {
      slot.held -= 1;
      this.#endRetired(slot);
    };
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all(
      [...this.#slots, ...this.#retired].map((slot) => this.#end(slot)),
    ).then(() => {});
    for (const stop of this.#stopDelays) stop();
    return this.#closing;
  }

  readonly #onTurn = (): void => this.#options.onFreed(true);

  /** The idle instance whose turn it is. Under a rate limiter, of those that need the same one alone asks. */
  #next(): Slot | undefined {
    if (this.#options.limiter === undefined) return this.#slots.find(isIdle);
    const byNeeds = new Map<string | undefined, Slot>();
    for (const slot of this.#slots) {
      const first = byNeeds.get(slot.limited?.needs);
      const earlier = first === undefined || rank(slot) < rank(first);
      if (isIdle(slot) && earlier) byNeeds.set(slot.limited?.needs, slot);
    }
    // The lowest rank asks first: if it is rejected, those behind it don't take the resources that it waits for.
    const inTurn = [...byNeeds.values()].sort((a, b) => rank(a) - rank(b));
    return inTurn.find(({ limited }) => limited?.ask() ?? true);
  }

  async #fillAll(places: readonly PoolPlace[]): Promise<Slot[]> {
    const slots = places.map(
      (place): Slot => ({
        place,
        count: places.length,
        instance: undefined,
        limited: undefined,
        filling: false,
        batches: 0,
        held: 0,
        losses: 0,
        lastLoss: undefined,
        retired: false,
      }),
    );
    const results = await Promise.allSettled(
      slots.map(async (slot) => {
        const { deviceId, resources, priority } = slot.place;
        slot.limited = this.#options.limiter?.register({
          deviceId,
          resources,
          priority,
          onFreed: this.#onTurn,
        });
        await this.#fill(slot);
      }),
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) {
      await this.#discard(slots);
      throw failed.reason;
    }
    return slots;
  }

  /** Ends instances that were never lent, and those being created to replace them. */
  async #discard(slots: readonly Slot[]): Promise<void> {
    for (const slot of slots) slot.retired = true;
    await Promise.all(slots.map((slot) => this.#end(slot)));
  }

  async #fill(slot: Slot): Promise<void> {
    const onLost = (error: StatusError) => void this.#replace(slot, error);
    if (this.#closing !== undefined || slot.retired) return;
    slot.filling = true;
    const instance = await this.#options.create(slot.place, slot.count, onLost).finally(() => {
      slot.filling = false;
    });
    if (this.#closing === undefined && !slot.retired) slot.instance = instance;
    else await instance.close();
  }

  async #replace(slot: Slot, error: StatusError): Promise<void> {
    slot.instance = undefined;
    slot.losses += 1;
    slot.lastLoss = error;
    if (this.#closing !== undefined || slot.retired) return;
    if (slot.losses <= MAX_LOSSES) {
      try {
        await this.#restartDelay(slot);
        await this.#fill(slot);
        this.#options.onFreed();
        return;
      } catch {
        // The model no longer loads: the place stays empty.
      }
    }
    this.#checkExhausted();
  }

  async #restartDelay(slot: Slot): Promise<void> {
    const { restartDelaysMs: delays = [], clock } = this.#options;
    const delayMs = delays[Math.min(slot.losses, delays.length) - 1] ?? 0;
    if (delayMs === 0 || clock === undefined) return;
    slot.filling = true;
    await new Promise<void>((resolve) => {
      const stop = clock.setTimer(delayMs * 1e6, () => {
        this.#stopDelays.delete(end);
        resolve();
      });
      const end = () => {
        stop();
        resolve();
      };
      this.#stopDelays.add(end);
    });
  }

  #checkExhausted(): void {
    if (this.#resizing || this.#closing !== undefined) return;
    const error = lossOfAll(this.#slots);
    if (error !== undefined) this.#options.onExhausted(error);
  }

  #endRetired(slot: Slot): void {
    if (slot.retired && slot.batches === 0 && slot.held === 0) void this.#end(slot);
  }

  /** Ends the slot's instance, after the batch that it may still run. */
  async #end(slot: Slot): Promise<void> {
    slot.limited?.unregister();
    slot.limited = undefined;
    const { instance } = slot;
    slot.instance = undefined;
    await instance?.close();
    this.#retired.delete(slot);
  }
}

/** If no place has an instance or gets one: the error by which the last one was lost. */
function lossOfAll(slots: readonly Slot[]): StatusError | undefined {
  const empty = slots.every(({ instance, filling }) => instance === undefined && !filling);
  return empty ? slots.at(-1)?.lastLoss : undefined;
}

const isIdle = ({ instance, batches }: Slot): boolean => instance !== undefined && batches === 0;

const rank = ({ limited }: Slot): number => limited?.rank ?? 0;
