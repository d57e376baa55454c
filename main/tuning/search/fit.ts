import type { Steps } from "../../../base/steps.ts";

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
  /** Figures of one kind share an error. */
  readonly kind: number;
}

const ROUNDS = 2;

/**
 * The most probable values of the unknowns (Gauss-Newton with priors; Rodgers 2000, section 5.3). `sharedErrors`: their
 * standard deviations by kind. `deviations` runs the model with some values.
 */
export function* fit(
  unknowns: readonly Unknown[],
  sharedErrors: readonly number[],
  deviations: (values: readonly number[]) => Steps<readonly Deviation[]>,
): Steps<readonly number[]> {
  const spreads = [...unknowns.map(({ spread }) => spread), ...sharedErrors];
  let values = unknowns.map(({ usual }) => usual);
  for (let round = 0; round < ROUNDS; round++) {
    const here = yield* deviations(values);
    const effects: (readonly number[])[] = [];
    for (const [i, { step, most }] of unknowns.entries()) {
      const value = values[i] as number;
      const other = value + step <= most ? value + step : value - step;
      const there = yield* deviations(values.with(i, other));
      effects.push(there.map(({ off }, k) => (off - (here[k] as Deviation).off) / (other - value)));
    }
    for (const kind of sharedErrors.keys()) {
      effects.push(here.map((each) => (each.kind === kind ? 1 : 0)));
    }
    const weighed = (a: readonly number[], b: readonly number[]) =>
      here.reduce(
        (sum, { noise }, k) => sum + ((a[k] as number) * (b[k] as number)) / noise ** 2,
        0,
      );
    const offs = here.map(({ off }) => off);
    const changes = solve(
      effects.map((own, i) =>
        effects.map(
          (other, j) => weighed(own, other) + (i === j ? 1 / (spreads[i] as number) ** 2 : 0),
        ),
      ),
      effects.map((own, i) => {
        const usual = unknowns[i]?.usual ?? 0;
        const value = values[i] ?? 0;
        return (usual - value) / (spreads[i] as number) ** 2 - weighed(own, offs);
      }),
    );
    values = values.map((value, i) => {
      const { spread, least, most } = unknowns[i] as Unknown;
      return within(value + within(changes[i] as number, -spread, spread), least, most);
    });
  }
  return values;
}

const within = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(most, value));

/** The solution of a symmetric positive definite system. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  for (const [i, row] of rows.entries()) {
    for (const below of rows.slice(i + 1)) {
      const factor = (below[i] as number) / (row[i] as number);
      for (let j = i; j < row.length; j++) {
        below[j] = (below[j] as number) - factor * (row[j] as number);
      }
    }
  }
  const solution: number[] = [];
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    let value = row.at(-1) as number;
    for (let j = i + 1; j < rows.length; j++) value -= (row[j] as number) * (solution[j] as number);
    solution[i] = value / (row[i] as number);
  }
  return solution;
}
