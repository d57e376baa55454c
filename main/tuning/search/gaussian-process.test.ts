import { describe, expect, it } from "vitest";
import { gaussianProcess } from "./gaussian-process.ts";

const kernel = { shared: 0.3, local: 0.2, length: 1 };

describe("[SEARCH-4] estimates from a few samples", () => {
  it("knows nothing without samples", () => {
    const { mean, deviation } = gaussianProcess([], kernel).at([0, 0]);
    expect(mean).toBe(0);
    expect(deviation).toBeCloseTo(Math.hypot(0.3, 0.2));
  });

  it("is sure at an exact sample, and the less so the farther away", () => {
    const estimate = gaussianProcess([{ at: [0], value: 0.5, noise: 1e-4 }], kernel);
    expect(estimate.at([0]).mean).toBeCloseTo(0.5, 3);
    expect(estimate.at([0]).deviation).toBeLessThan(0.001);
    expect(estimate.at([1]).deviation).toBeLessThan(estimate.at([3]).deviation);
    // Far away only what all points share remains: 0.09 of 0.13 of the variance.
    expect(estimate.at([50]).mean).toBeCloseTo((0.5 * 0.09) / 0.13, 3);
  });

  it("weighs samples by their noise", () => {
    const estimate = gaussianProcess(
      [
        { at: [0], value: 1, noise: 0.01 },
        { at: [0], value: 0, noise: 1 },
      ],
      kernel,
    );
    expect(estimate.at([0]).mean).toBeGreaterThan(0.98);
  });

  it("takes the same point many times", () => {
    const samples = Array.from({ length: 40 }, () => ({ at: [1, 2], value: 0.2, noise: 0.1 }));
    const { mean, deviation } = gaussianProcess(samples, kernel).at([1, 2]);
    expect(mean).toBeCloseTo(0.2, 2);
    expect(deviation).toBeLessThan(0.02);
  });

  it("expects a sample to change near points most", () => {
    const process = gaussianProcess([{ at: [0], value: 0, noise: 0.05 }], kernel);
    const change = (at: number) => process.change([at], [2], 0.1);
    expect(change(2)).toBeGreaterThan(change(1));
    expect(change(1)).toBeGreaterThan(change(0));
    // What is known well hardly changes by another sample.
    expect(process.change([0], [0], 0.1)).toBeLessThan(0.03);
  });
});
