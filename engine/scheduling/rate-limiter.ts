import { StatusError } from "../../base/status-error.ts";

/** What an instance needs while it runs: its instance group's `rate_limiter { resources }`. */
export interface ResourceDemand {
  readonly name: string;
  /** One pool for the whole engine instead of one for each device. */
  readonly global: boolean;
  readonly count: number;
}

/** The amount of a resource: on one device, on each, or in total. */
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
  /** Resources were returned: it may be this instance's turn, which the next one takes if it does not run now. */
  readonly onFreed: () => void;
}

/** Triton counts the CPU as device 0. */
const tritonDevice = ({ deviceId }: RateLimitedOptions): number => Math.max(0, deviceId);

const resourceKey = ({ name, global }: ResourceDemand, device: number): string =>
  JSON.stringify([global ? "global" : device, name]);

/** The needs of all instances. */
interface Measured {
  /** The maximum need of one instance, by resource and place. */
  readonly most: Map<string, number>;
  /** Whether a resource is global, by name. */
  readonly global: Map<string, boolean>;
}

/** Shares resources among the instances of all models (rules SCHED-RL1 to SCHED-RL4 of SPEC.md). */
export class RateLimiter {
  readonly #limits: readonly ResourceLimit[];
  readonly #instances = new Set<RateLimited>();
  /** Instances that wanted to run and could not. */
  readonly #waiting = new Set<RateLimited>();
  readonly #used = new Map<string, number>();
  /** Undefined when it must be measured again. */
  #measured: Measured | undefined;

  /** Without limits, the amount of each resource is what its neediest instance needs. */
  constructor(limits: readonly ResourceLimit[] = []) {
    this.#limits = limits;
  }

  /** Throws INVALID_ARGUMENT, with Triton's message, for an instance that could never run. */
  register(options: RateLimitedOptions): RateLimited {
    const device = tritonDevice(options);
    const measured = this.#measure();
    const demands = new Map<string, Demand>();
    for (const demand of options.resources) {
      checkScope(demand, options.resources, measured);
      const limit = this.#limit(demand, device);
      checkLimit(demand, limit);
      demands.set(resourceKey(demand, device), { count: demand.count, limit });
    }
    const instance = new RateLimited(this, options, demands);
    this.#instances.add(instance);
    add(measured, instance);
    return instance;
  }

  unregister(instance: RateLimited): void {
    this.#instances.delete(instance);
    this.#waiting.delete(instance);
    this.#measured = undefined;
  }

  /** Whether there is enough for `instance`, and no instance before it waits for the same; otherwise it waits. */
  grants(instance: RateLimited): boolean {
    const granted = this.#suffices(instance) && this.#isNext(instance);
    if (granted) this.#waiting.delete(instance);
    else this.#waiting.add(instance);
    return granted;
  }

  take({ demands }: RateLimited): void {
    for (const [key, { count }] of demands) this.#used.set(key, this.#inUse(key) + count);
  }

  giveBack(ended: RateLimited): void {
    for (const [key, { count }] of ended.demands) this.#used.set(key, this.#inUse(key) - count);
    if (this.#waiting.size === 0) return;
    // The one that ended may want to run again, in its turn.
    const inTurn = [...this.#waiting, ended].sort((a, b) => a.rank - b.rank);
    // Those that still want to run ask again.
    this.#waiting.clear();
    // The instances of a model are notified as one.
    for (const onFreed of new Set(inTurn.map(({ options }) => options.onFreed))) onFreed();
  }

  #suffices({ demands }: RateLimited): boolean {
    const { most } = this.#measure();
    for (const [key, { count, limit = most.get(key) ?? 0 }] of demands) {
      if (this.#inUse(key) + count > limit) return false;
    }
    return true;
  }

  #isNext({ demands, rank }: RateLimited): boolean {
    for (const other of this.#waiting) {
      if (other.rank >= rank) continue;
      for (const key of other.demands.keys()) if (demands.has(key)) return false;
    }
    return true;
  }

  #inUse(key: string): number {
    return this.#used.get(key) ?? 0;
  }

  #measure(): Measured {
    if (this.#measured === undefined) {
      this.#measured = { most: new Map(), global: new Map() };
      for (const instance of this.#instances) add(this.#measured, instance);
    }
    return this.#measured;
  }

  /** Undefined without limits. */
  #limit({ name, global }: ResourceDemand, device: number): number | undefined {
    if (this.#limits.length === 0) return undefined;
    const counts = this.#limits
      .filter(
        (limit) =>
          limit.name === name && (global || limit.device === device || limit.device === "each"),
      )
      .map(({ count }) => count);
    return Math.max(0, ...counts);
  }
}

function add({ most, global }: Measured, { demands, options }: RateLimited): void {
  for (const [key, { count }] of demands) most.set(key, Math.max(most.get(key) ?? 0, count));
  for (const demand of options.resources) global.set(demand.name, demand.global);
}

function checkLimit({ name, count }: ResourceDemand, limit = Infinity): void {
  if (limit >= count) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Resource count for "${name}" is limited to ${limit} which will prevent scheduling of one or more model instances, the minimum required count is ${count}`,
  );
}

function checkScope(
  { name, global }: ResourceDemand,
  own: readonly ResourceDemand[],
  measured: Measured,
): void {
  const others = measured.global.get(name) ?? global;
  if (others === global && own.every((other) => other.name !== name || other.global === global)) {
    return;
  }
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Resource "${name}" is present as both global and device-specific resource in the model configuration.`,
  );
}

/** An instance's need of one resource in one place. */
interface Demand {
  readonly count: number;
  /** The configured amount; undefined: as much as the neediest instance needs. */
  readonly limit: number | undefined;
}

/** One instance under a rate limiter. */
export class RateLimited {
  readonly options: RateLimitedOptions;
  /** By resource and place. */
  readonly demands: ReadonlyMap<string, Demand>;
  /** Equal for instances that need the same. */
  readonly needs: string;
  readonly #limiter: RateLimiter;
  #executions = 0;

  constructor(
    limiter: RateLimiter,
    options: RateLimitedOptions,
    demands: ReadonlyMap<string, Demand>,
  ) {
    this.#limiter = limiter;
    this.options = options;
    this.demands = demands;
    const needs = [...demands].map(([key, { count }]) => JSON.stringify([key, count]));
    this.needs = needs.toSorted().join();
  }

  /** The lowest goes first. */
  get rank(): number {
    return this.#executions * Math.max(1, this.options.priority);
  }

  /** Asks to run; if rejected, `onFreed` is called as soon as it may succeed. */
  ask(): boolean {
    return this.#limiter.grants(this);
  }

  begin(): void {
    this.#limiter.take(this);
  }

  end(): void {
    this.#executions += 1;
    this.#limiter.giveBack(this);
  }

  unregister(): void {
    this.#limiter.unregister(this);
  }
}
