import { describe, expect, it } from "vitest";
import { type ResourceDemand, type ResourceLimit, RateLimiter } from "./rate-limiter.ts";

const R1 = (count: number, global = false): ResourceDemand => ({ name: "R1", global, count });

function lab(limits?: readonly ResourceLimit[]) {
  const limiter = new RateLimiter(limits);
  const freed: string[] = [];
  const add = (
    name: string,
    resources: readonly ResourceDemand[],
    { priority = 1, deviceId = -1 } = {},
  ) => limiter.register({ deviceId, resources, priority, onFreed: () => void freed.push(name) });
  return { add, freed };
}

describe("rate limiter", () => {
  it("[SCHED-RL1] a resource's total is the largest need of an instance", () => {
    const { add, freed } = lab();
    const big = add("big", [R1(3)]);
    const small = add("small", [R1(2)]);
    expect(big.ask()).toBe(true);
    big.begin();
    expect(small.ask()).toBe(false);
    big.end();
    expect(freed).toEqual(["small", "big"]);
    expect(small.ask()).toBe(true);
  });

  it("[SCHED-RL1] resources are per device unless they are global", () => {
    const { add } = lab();
    const first = add("gpu 0", [R1(1)], { deviceId: 0 });
    const second = add("gpu 1", [R1(1)], { deviceId: 1 });
    first.begin();
    expect(second.ask()).toBe(true);
    const everywhere = lab();
    const one = everywhere.add("gpu 0", [R1(1, true)], { deviceId: 0 });
    const other = everywhere.add("gpu 1", [R1(1, true)], { deviceId: 1 });
    one.begin();
    expect(other.ask()).toBe(false);
  });

  it("[SCHED-RL1] the CPU is device 0", () => {
    const { add } = lab([{ name: "R1", count: 2, device: 0 }]);
    const cpu = add("cpu", [R1(2)]);
    const gpu = add("gpu 0", [R1(1)], { deviceId: 0 });
    expect(cpu.ask()).toBe(true);
    cpu.begin();
    expect(gpu.ask()).toBe(false);
  });

  it("[SCHED-RL1] the total shrinks when that instance ends", () => {
    const { add } = lab();
    const [big, one, two] = [add("big", [R1(2)]), add("one", [R1(1)]), add("two", [R1(1)])];
    one.begin();
    expect(two.ask()).toBe(true);
    big.unregister();
    expect(two.ask()).toBe(false);
  });

  it("[SCHED-RL2] explicit limits allow as many as fit; a limit too small for an instance is rejected", () => {
    const { add } = lab([{ name: "R1", count: 2, device: "each" }]);
    const [a, b, c] = ["a", "b", "c"].map((name) => add(name, [R1(1)]));
    a?.begin();
    expect(b?.ask()).toBe(true);
    b?.begin();
    expect(c?.ask()).toBe(false);
    expect(() => add("d", [R1(3)])).toThrow(
      'Resource count for "R1" is limited to 2 which will prevent scheduling of one or more model instances, the minimum required count is 3',
    );
    expect(() => add("e", [{ name: "R2", global: false, count: 1 }])).toThrow(
      '"R2" is limited to 0',
    );
  });

  it("[SCHED-RL2] a name is either global or per device", () => {
    const { add } = lab();
    const both =
      'Resource "R1" is present as both global and device-specific resource in the model configuration.';
    expect(() => add("both", [R1(1), R1(1, true)])).toThrow(both);
    const a = add("a", [R1(1)]);
    expect(() => add("b", [R1(1, true)])).toThrow(both);
    a.unregister();
    expect(add("b", [R1(1, true)]).ask()).toBe(true);
  });

  it("[SCHED-RL3] the waiting instance with the lowest executions times priority goes first", () => {
    const { add, freed } = lab();
    const holder = add("holder", [R1(1)]);
    const seldom = add("seldom", [R1(1)], { priority: 3 });
    const often = add("often", [R1(1)], { priority: 1 });
    const runs = { seldom: 0, often: 0 };
    holder.begin();
    seldom.ask();
    often.ask();
    holder.end();
    expect(freed).toEqual(["seldom", "often", "holder"]);
    for (let i = 0; i < 40; i++) {
      // Both always have requests.
      const wanting = [seldom, often].sort((a, b) => a.rank - b.rank);
      const next = wanting.find((instance) => instance.ask());
      next?.begin();
      if (next === seldom) runs.seldom += 1;
      else runs.often += 1;
      next?.end();
    }
    expect(runs).toEqual({ seldom: 10, often: 30 });
  });

  it("[SCHED-RL3] the instances of a model are notified once that they may run", () => {
    const limiter = new RateLimiter();
    let calls = 0;
    const onFreed = () => void (calls += 1);
    const [holder, ...others] = Array.from({ length: 100 }, () =>
      limiter.register({ deviceId: -1, resources: [R1(1)], priority: 1, onFreed }),
    );
    holder?.begin();
    expect(others.some((other) => other.ask())).toBe(false);
    holder?.end();
    expect(calls).toBe(1);
  });

  it("[SCHED-RL4] an instance with a large need isn't starved by small ones", () => {
    const { add } = lab([{ name: "R1", count: 2, device: "each" }]);
    const big = add("big", [R1(2)]);
    const one = add("one", [R1(1)]);
    const two = add("two", [R1(1)]);
    one.begin();
    two.begin();
    one.end();
    expect(big.ask()).toBe(false);
    expect(one.ask()).toBe(false);
    two.end();
    expect(big.ask()).toBe(true);
  });

  it("[SCHED-RL1] an instance without resources always runs", () => {
    const { add } = lab();
    const free = add("free", []);
    add("holder", [R1(1)]).begin();
    expect(free.ask()).toBe(true);
  });
});
