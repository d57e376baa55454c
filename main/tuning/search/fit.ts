import type { Steps } from "../../../base/steps.ts";
import { cholesky, solveLower, solveUpper } from "../../simulation/index.ts";

/** A value to be learned: known as a normal distribution, within limits. */
export interface Unknown {
  readonly usual: number;
  readonly spread: number;
  /** Difference that shows its effects. */
  readonly step: number;
  readonly least: number;
  readonly most: number;
}

/** A figure of the model minus the measured one. */
export interface Deviation {
  readonly off: number;
  /** Standard deviation. */
  readonly noise: number;
  /** Figures of one kind share an error; null: it has only its own, and belongs to what is known beforehand. */
  readonly kind: number | null;
}

export interface Fitted {
  readonly values: readonly number[];
  readonly beforehand: Belief;
}

/** Unknown values as a normal distribution. */
export interface Belief {
  readonly mean: readonly number[];
  /** Lower triangle L of the precision (inverse covariance) L Lᵀ. */
  readonly precision: readonly (readonly number[])[];
}

const ROUNDS = 2;

/**
 * The most probable values of the unknowns (Gauss-Newton with priors; Rodgers 2000, section 5.3), and what is known of them
 * without the figures that share errors. `sharedErrors`: their standard deviations by kind. `deviations` runs the model with
 * some values.
 */
export function* fit(
  unknowns: readonly Unknown[],
  sharedErrors: readonly number[],
  deviations: (values: readonly number[]) => Steps<readonly Deviation[]>,
): Steps<Fitted> {
  let values = unknowns.map(({ usual }) => usual);
  let beforehand: Belief = { mean: values, precision: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const here = yield* deviations(values);
    const effects: (readonly number[])[] = [];
    for (const [i, { step, most }] of unknowns.entries()) {
      const value = values[i] as number;
      const other = value + step <= most ? value + step : value - step;
      const there = yield* deviations(values.with(i, other));
      effects.push(there.map(({ off }, k) => (off - (here[k] as Deviation).off) / (other - value)));
    }
    const priors = unknowns.map(({ usual, spread }, i) => ({
      off: (values[i] as number) - usual,
      spread,
    }));
    const known = here.map((each) => (each.kind === null ? each : { ...each, noise: Infinity }));
    const before = step(known, effects, priors);
    beforehand = {
      mean: values.map((value, i) => value + (before.changes[i] as number)),
      precision: before.precision,
    };
    for (const [kind, spread] of sharedErrors.entries()) {
      effects.push(here.map((each) => (each.kind === kind ? 1 : 0)));
      priors.push({ off: 0, spread });
    }
    const { changes } = step(here, effects, priors);
    values = values.map((value, i) => {
      const { spread, least, most } = unknowns[i] as Unknown;
      return within(value + within(changes[i] as number, -spread, spread), least, most);
    });
  }
  return { values, beforehand };
}

/** Changes of the unknowns that agree best with the deviations and with what was known of each. */
function step(
  deviations: readonly Deviation[],
  effects: readonly (readonly number[])[],
  priors: readonly { readonly off: number; readonly spread: number }[],
): { readonly changes: readonly number[]; readonly precision: readonly (readonly number[])[] } {
  const weighed = (a: readonly number[], b: readonly number[]) =>
    deviations.reduce(
      (sum, { noise }, k) => sum + ((a[k] as number) * (b[k] as number)) / noise ** 2,
      0,
    );
  const offs = deviations.map(({ off }) => off);
  const precision = cholesky(
    effects.map((own, i) =>
      effects.map(
        (other, j) =>
          weighed(own, other) + (i === j ? 1 / (priors[i] as { spread: number }).spread ** 2 : 0),
      ),
    ),
  );
  const right = effects.map((own, i) => {
    const { off, spread } = priors[i] as (typeof priors)[number];
    return -off / spread ** 2 - weighed(own, offs);
  });
  return { changes: solveUpper(precision, solveLower(precision, right)), precision };
}

const within = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(most, value));
