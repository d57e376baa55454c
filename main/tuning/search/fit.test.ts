import { expect, it } from "vitest";
import { finish, type Steps } from "../../../base/steps.ts";
import { type Deviation, fit, type Unknown } from "./fit.ts";

const unknown: Unknown = { usual: 0, spread: 1, step: 0.1, least: -5, most: 5 };

/** Figures of a line a + b·x at these x, with noise. */
const line = (a: number, b: number, noise: number, kind: number | null = 1) =>
  function* (values: readonly number[]): Steps<readonly Deviation[]> {
    yield;
    return [0, 1, 2, 3].map((x) => ({
      off: (values[0] as number) + (values[1] as number) * x - (a + b * x),
      noise,
      kind,
    }));
  };

it("[SEARCH-21] learns values from exact figures", () => {
  const {
    values: [a, b],
  } = finish(fit([unknown, unknown], [], line(0.4, -0.3, 1e-4)));
  expect(a).toBeCloseTo(0.4, 3);
  expect(b).toBeCloseTo(-0.3, 3);
});

it("[SEARCH-21] keeps to usual values if figures are noisy", () => {
  const {
    values: [a, b],
  } = finish(fit([unknown, unknown], [], line(0.4, -0.3, 100)));
  expect(a).toBeCloseTo(0, 2);
  expect(b).toBeCloseTo(0, 2);
});

it("[SEARCH-21] knows beforehand only what figures without a shared error show", () => {
  const knownFrom = (kind: number | null) =>
    finish(fit([unknown, unknown], [0.1, 0.1], line(0.4, -0.3, 1e-3, kind))).beforehand;
  const [a, b] = knownFrom(null).mean;
  expect(a).toBeCloseTo(0.4, 2);
  expect(b).toBeCloseTo(-0.3, 2);
  const { mean, precision } = knownFrom(1);
  expect(mean).toEqual([0, 0]);
  // Of the prior.
  expect(precision).toEqual([[1], [0, 1]]);
});

it("[SEARCH-21] keeps to limits", () => {
  const {
    values: [, b],
  } = finish(fit([unknown, { ...unknown, least: 0 }], [], line(0.4, -0.3, 1e-4)));
  expect(b).toBe(0);
});

it("[SEARCH-21] attributes an error that all figures share to none of the values", () => {
  const {
    values: [a, b],
  } = finish(fit([{ ...unknown, spread: 0.1 }, unknown], [10], line(2, -0.3, 1e-4, 0)));
  expect(a).toBeCloseTo(0, 2);
  expect(b).toBeCloseTo(-0.3, 2);
});
