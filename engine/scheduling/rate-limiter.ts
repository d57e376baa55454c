import { StatusError } from "../protocol/status.ts";

/** What an instance needs while it runs: its instance group's `rate_limiter { resources }`. */
export interface ResourceDemand {
  readonly name: string;
  /** One pool for the whole engine instead of one for each device. */
  readonly global: boolean;
  readonly count: number;
}

/** How much there is of a resource: on one device, on each, or in all. */
export interface ResourceLimit {
  readonly name: string;
  readonly count: number;
  readonly device: number | "each" | "global";
}

export interface RateLimitedOptions {
  /** -1 on a CPU. */
  readonly deviceId: number;
  readonly resources: readonly ResourceDemand[];
  /** 1 goes first, 2 gets half as many runs; 0 counts as 1. */
  readonly priority: number;
  /** Resources were given back: it may be this instance's turn. */
  readonly onFreed: () => void;
}

const keyOf = ({ name, global }: ResourceDemand, deviceId: number): string =>
  JSON.stringify([global ? "global" : deviceId, name]);

/** Shares resources among the instances of all models (rules RL1 to RL4 of SPEC.md). */
export class RateLimiter {
  readonly #limits: readonly ResourceLimit[];
  readonly #instances = new Set<RateLimited>();
  readonly #capacity = new Map<string, number>();
  readonly #used = new Map<string, number>();

  /** Without limits, there is as much of each resource as the instance that needs most of it needs. */
  constructor(limits: readonly ResourceLimit[] = []) {
    this.#limits = limits;
  }

  /** Throws INVALID_ARGUMENT, in Triton's words, for what could never run. */
  register(options: RateLimitedOptions): RateLimited {
    const demands = new Map<string, number>();
    for (const demand of options.resources) {
      this.#checkScope(demand);
      this.#checkLimit(demand, options.deviceId);
      demands.set(keyOf(demand, options.deviceId), demand.count);
    }
    const instance = new RateLimited(this, options, demands);
    this.#instances.add(instance);
    this.#measure();
    return instance;
  }

  unregister(instance: RateLimited): void {
    this.#instances.delete(instance);
    this.#measure();
  }

  /** Whether there is enough for `instance`, and none that comes before it waits for the same. */
  grants(instance: RateLimited): boolean {
    for (const [key, count] of instance.demands) {
      if ((this.#used.get(key) ?? 0) + count > (this.#capacity.get(key) ?? 0)) return false;
    }
    for (const other of this.#instances) {
      if (other === instance || !other.waiting || other.rank >= instance.rank) continue;
      for (const key of other.demands.keys()) if (instance.demands.has(key)) return false;
    }
    return true;
  }

  take({ demands }: RateLimited): void {
    for (const [key, count] of demands) this.#used.set(key, (this.#used.get(key) ?? 0) + count);
  }

  giveBack({ demands }: RateLimited): void {
    for (const [key, count] of demands) this.#used.set(key, (this.#used.get(key) ?? 0) - count);
    const waiting = [...this.#instances].filter((instance) => instance.waiting);
    waiting.sort((a, b) => a.rank - b.rank);
    // Those that still want to run and can't say so again.
    for (const instance of waiting) instance.waiting = false;
    for (const instance of waiting) instance.onFreed();
  }

  #measure(): void {
    this.#capacity.clear();
    for (const { options } of this.#instances) {
      for (const demand of options.resources) {
        const key = keyOf(demand, options.deviceId);
        const most = Math.max(this.#capacity.get(key) ?? 0, demand.count);
        this.#capacity.set(key, this.#limit(demand, options.deviceId) ?? most);
      }
    }
  }

  /** Undefined where nothing is limited. */
  #limit({ name, global }: ResourceDemand, deviceId: number): number | undefined {
    if (this.#limits.length === 0) return undefined;
    const counts = this.#limits
      .filter(
        (limit) =>
          limit.name === name && (global || limit.device === deviceId || limit.device === "each"),
      )
      .map(({ count }) => count);
    return Math.max(0, ...counts);
  }

  #checkLimit(demand: ResourceDemand, deviceId: number): void {
    const limit = this.#limit(demand, deviceId);
    if (limit === undefined || limit >= demand.count) return;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `Resource count for "${demand.name}" is limited to ${limit} which will prevent scheduling of one or more model instances, the minimum required count is ${demand.count}`,
    );
  }

  #checkScope({ name, global }: ResourceDemand): void {
    for (const { options } of this.#instances) {
      const other = options.resources.find((demand) => demand.name === name);
      if (other === undefined || other.global === global) continue;
      throw new StatusError(
        "INVALID_ARGUMENT",
        `Resource "${name}" is present as both global and device-specific resource in the model configuration.`,
      );
    }
  }
}

/** One instance under a rate limiter. */
export class RateLimited {
  readonly options: RateLimitedOptions;
  /** Counts by resource and place. */
  readonly demands: ReadonlyMap<string, number>;
  /** It wanted to run and could not. */
  waiting = false;
  readonly #limiter: RateLimiter;
  #executions = 0;

  constructor(
    limiter: RateLimiter,
    options: RateLimitedOptions,
    demands: ReadonlyMap<string, number>,
  ) {
    this.#limiter = limiter;
    this.options = options;
    this.demands = demands;
  }

  /** The lowest goes first. */
  get rank(): number {
    return this.#executions * Math.max(1, this.options.priority);
  }

  /** Asks to run; when refused, `onFreed` is called as soon as it may be otherwise. */
  ask(): boolean {
    const granted = this.#limiter.grants(this);
    this.waiting = !granted;
    return granted;
  }

  begin(): void {
    this.#limiter.take(this);
  }

  end(): void {
    this.#executions += 1;
    this.#limiter.giveBack(this);
  }

  onFreed(): void {
    this.options.onFreed();
  }

  unregister(): void {
    this.#limiter.unregister(this);
  }
}
