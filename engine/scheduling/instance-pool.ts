import type { BackendInstance } from "../backends/backend.ts";
import type { ModelFileSignature } from "../config/types.ts";
import type { StatusError } from "../protocol/status.ts";
import type { ModelTelemetry } from "../types.ts";

/** Losses in a row, without a batch completed between them, after which a place stays empty. */
const MAX_LOSSES = 3;

interface Slot {
  readonly index: number;
  instance: BackendInstance | undefined;
  /** An instance is on its way. */
  filling: boolean;
  /** Batches handed over and not returned. */
  batches: number;
  losses: number;
}

export interface InstancePoolOptions {
  readonly count: number;
  readonly create: (
    index: number,
    onLost: (error: StatusError) => void,
  ) => Promise<BackendInstance>;
  /** An instance became idle. */
  readonly onFreed: () => void;
  /** The last instance ended and cannot be replaced. */
  readonly onExhausted: (error: StatusError) => void;
}

/** The instances of one model version: lends idle ones and replaces those that end by themselves. */
export class InstancePool {
  readonly #slots: readonly Slot[];
  readonly #options: InstancePoolOptions;
  #closing: Promise<void> | undefined;

  private constructor(options: InstancePoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, (_, index) => ({
      index,
      instance: undefined,
      filling: false,
      batches: 0,
      losses: 0,
    }));
  }

  /** Creates all instances; when one fails, closes the others and throws its error. */
  static async open(options: InstancePoolOptions): Promise<InstancePool> {
    const pool = new InstancePool(options);
    const results = await Promise.allSettled(pool.#slots.map((slot) => pool.#fill(slot)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) {
      await pool.close();
      throw failed.reason;
    }
    return pool;
  }

  /** What the model file declares. */
  get signature(): ModelFileSignature | undefined {
    return this.#slots[0]?.instance?.signature;
  }

  /** Places for instances, filled or not. */
  get size(): number {
    return this.#slots.length;
  }

  get idle(): boolean {
    return this.#slots.some(isIdle);
  }

  /** Whether the instance at this place could start a batch now. */
  isIdle(slot: number): boolean {
    const found = this.#slots[slot];
    return found !== undefined && isIdle(found);
  }

  /**
   * Whether the only instance runs a batch and may be handed the next. With several instances the next batch
   * waits for whichever is idle first.
   */
  get takesNext(): boolean {
    const [slot] = this.#slots;
    return this.#slots.length === 1 && slot?.batches === 1 && slot.instance?.takesNext === true;
  }

  /** Instances that run a batch. */
  get busy(): number {
    return this.#slots.filter(({ batches }) => batches > 0).length;
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
        ? (this.#slots.find(isIdle) ?? (this.takesNext ? this.#slots[0] : undefined))
        : this.#slots[place];
    if (slot?.instance === undefined) throw new Error("no instance is idle");
    slot.batches += 1;
    try {
      const result = await work(slot.instance);
      slot.losses = 0;
      return result;
    } finally {
      slot.batches -= 1;
      if (slot.instance !== undefined) this.#options.onFreed();
    }
  }

  close(): Promise<void> {
    this.#closing ??= Promise.all(this.#slots.map(async ({ instance }) => instance?.close())).then(
      () => {},
    );
    return this.#closing;
  }

  async #fill(slot: Slot): Promise<void> {
    const onLost = (error: StatusError) => void this.#replace(slot, error);
    slot.filling = true;
    const instance = await this.#options.create(slot.index, onLost).finally(() => {
      slot.filling = false;
    });
    if (this.#closing === undefined) slot.instance = instance;
    else await instance.close();
  }

  async #replace(slot: Slot, error: StatusError): Promise<void> {
    slot.instance = undefined;
    slot.losses += 1;
    if (this.#closing !== undefined) return;
    if (slot.losses <= MAX_LOSSES) {
      try {
        await this.#fill(slot);
        this.#options.onFreed();
        return;
      } catch {
        // The model no longer loads: the place stays empty.
      }
    }
    if (this.#slots.every(({ instance, filling }) => instance === undefined && !filling)) {
      this.#options.onExhausted(error);
    }
  }
}

const isIdle = ({ instance, batches }: Slot): boolean => instance !== undefined && batches === 0;
