import { describe, expect, it } from "vitest";
import { averagedProcess, gaussianProcess, smooth } from "./gaussian-process.ts";

const kernel = smooth({ shared: 0.3, local: 0.2, length: 1 });

describe("[SEARCH-4] estimates from a few samples", () => {
  it("knows nothing without samples", () => {
    const { mean, deviation } = gaussianProcess([], kernel).at([0, 0]);
    expect(mean).toBe(0);
    expect(deviation).toBeCloseTo(Math.hypot(0.3, 0.2));
  });

  it("is certain at an exact sample, and less certain with distance", () => {
    const estimate = gaussianProcess([{ at: [0], value: 0.5, noise: 1e-4 }], kernel);
    expect(estimate.at([0]).mean).toBeCloseTo(0.5, 3);
    expect(estimate.at([0]).deviation).toBeLessThan(0.001);
    expect(estimate.at([1]).deviation).toBeLessThan(estimate.at([3]).deviation);
    // Far away only the shared part remains: 0.09 of 0.13 of the variance.
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

  it("accepts the same point many times", () => {
    const samples = Array.from({ length: 40 }, () => ({ at: [1, 2], value: 0.2, noise: 0.1 }));
    const { mean, deviation } = gaussianProcess(samples, kernel).at([1, 2]);
    expect(mean).toBeCloseTo(0.2, 2);
    expect(deviation).toBeLessThan(0.02);
  });

  it("expects that what is unknown of near points varies together", () => {
    const process = gaussianProcess([{ at: [0], value: 0, noise: 0.05 }], kernel);
    const common = (at: number) => process.covariance([at], [2]);
    expect(common(2)).toBeGreaterThan(common(1));
    expect(common(1)).toBeGreaterThan(common(0));
    // Hardly anything is unknown of a measured value.
    expect(process.covariance([0], [0])).toBeLessThan(0.003);
  });

  it("learns from the samples how strongly points are correlated", () => {
    const kernels = [0.02, 0.2].map((local) => ({
      covariance: smooth({ shared: 0.3, local, length: 0.5 }),
      weight: 1,
    }));
    const at = (values: readonly number[], point: number) =>
      averagedProcess(
        values.map((value, i) => ({ at: [i], value, noise: 0.03 })),
        kernels,
      ).at([point]);
    // All similar: the same is expected elsewhere.
    const alike = at([0.3, 0.31, 0.29, 0.3, 0.3, 0.31], 20);
    expect(alike.mean).toBeCloseTo(0.3, 1);
    expect(alike.deviation).toBeLessThan(0.06);
    // All different.
    expect(at([0.5, -0.1, 0.4, 0, 0.3, -0.2], 20).deviation).toBeGreaterThan(0.15);
  });
});
