import { describe, expect, it } from "vitest";
import { finish } from "../../base/steps.ts";
import { normal, seededRandom } from "../wire/index.ts";
import { meanTime, monotone } from "./batch-time.ts";
import { smoothTimes } from "./smooth-times.ts";

const NOISE = 0.1;
const sizes = Array.from({ length: 32 }, (_, i) => i + 1);

/** Mean error of the curve, and of the measured times themselves, as shares. */
function errors(batchNs: (size: number) => number, seed: number): [curve: number, raw: number] {
  const random = seededRandom(seed);
  const samples = sizes.map((size) => ({
    size,
    busy: 1,
    count: 1000,
    ns: batchNs(size) * Math.exp(NOISE * normal(random)),
    noise: NOISE,
  }));
  const error = (times: ReturnType<typeof monotone>) =>
    sizes.reduce((sum, size) => sum + Math.abs(meanTime(times, size) / batchNs(size) - 1), 0) /
    sizes.length;
  return [error(finish(smoothTimes(samples, 0))), error(monotone(samples))];
}

const tiles = (size: number) => 8 * Math.ceil(size / 8);
const SEEDS = [1, 2, 3, 4, 5];
const mean = (batchNs: (size: number) => number) =>
  SEEDS.map((seed) => errors(batchNs, seed))
    .reduce(([a, b], [curve, raw]) => [a + curve, b + raw], [0, 0])
    .map((sum) => sum / SEEDS.length) as [number, number];

describe("[SEARCH-22] times of batches through noise", () => {
  it("are close to an actual line", () => {
    const [curve, raw] = mean((size) => 2e6 + 0.3e6 * size);
    expect(curve).toBeLessThan(raw * 0.75);
    expect(curve).toBeLessThan(0.04);
  });

  it("follow steps caused by padding", () => {
    for (const padded of [(size: number) => 2 ** Math.ceil(Math.log2(size)), tiles]) {
      const [steps, rawSteps] = mean((size) => 1.5e6 + 0.4e6 * padded(size));
      expect(steps).toBeLessThan(rawSteps);
    }
  });

  it("follow a knee no worse than the measurements themselves", () => {
    const [knee, rawKnee] = mean(
      (size) => 1e6 + 0.3e6 * size + (size > 16 ? 0.6e6 * (size - 16) : 0),
    );
    expect(knee).toBeLessThan(rawKnee * 1.15);
  });

  it("are used as measured for few sizes", () => {
    const sample = (size: number, ns: number) => ({ size, ns, busy: 1, count: 50, noise: NOISE });
    expect(finish(smoothTimes([sample(1, 2e6), sample(8, 4e6)], 0))).toEqual([
      { size: 1, ns: expect.closeTo(2e6, -2) },
      { size: 8, ns: expect.closeTo(4e6, -2) },
    ]);
    // Two busy instances slowed each other down by half.
    const [alone] = finish(smoothTimes([{ ...sample(1, 3e6), busy: 2 }], 0.5));
    expect(alone?.ns).toBeCloseTo(2e6, -2);
  });
});
