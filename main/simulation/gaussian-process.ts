import { cholesky, dot, solveLower, solveUpper } from "./linear-algebra.ts";

/** A measured point: its value, and the standard deviation of the value's noise. */
export interface Sample<Place> {
  readonly at: Place;
  readonly value: number;
  readonly noise: number;
}

/** How strongly the values at two places vary together. */
export type Covariance<Place> = (a: Place, b: Place) => number;

/** Standard deviations of the part shared by all points and of the part shared by near ones, and their range in coordinates. */
export interface Kernel {
  readonly shared: number;
  readonly local: number;
  readonly length: number;
}

export type Coordinates = readonly number[];

export function smooth({ shared, local, length }: Kernel): Covariance<Coordinates> {
  const scale = 1 / (2 * length ** 2);
  return (a, b) => {
    let square = 0;
    for (let i = 0; i < a.length; i++) square += ((a[i] as number) - (b[i] as number)) ** 2;
    return shared ** 2 + local ** 2 * Math.exp(-square * scale);
  };
}

export interface Estimate {
  readonly mean: number;
  readonly deviation: number;
}

/** An unknown function estimated from samples. */
export interface Process<Place> {
  at(place: Place): Estimate;
  /** Of what is still unknown of two values. */
  readonly covariance: Covariance<Place>;
}

/** Posterior probabilities of alternatives from their log-likelihoods, and the log-likelihood of all together. */
export function posterior(evidences: readonly number[]): {
  readonly weights: readonly number[];
  readonly evidence: number;
} {
  const most = Math.max(...evidences);
  const all = evidences.map((each) => Math.exp(each - most));
  const total = all.reduce((sum, each) => sum + each, 0);
  return { weights: all.map((each) => each / total), evidence: most + Math.log(total) };
}

export interface FittedProcess<Place> extends Process<Place> {
  /** Log-likelihood of the samples with this covariance, up to a constant. */
  readonly evidence: number;
}

/** A covariance with its prior probability relative to the others. */
export interface PossibleCovariance<Place> {
  readonly covariance: Covariance<Place>;
  readonly weight: number;
}

/**
 * The mean of the processes with each of these covariances, weighted by how well they explain the samples (Rasmussen and
 * Williams 2006, section 5.2), because few samples show a function's smoothness only roughly.
 */
export function averagedProcess<Place extends object>(
  samples: readonly Sample<Place>[],
  possible: readonly PossibleCovariance<Place>[],
): FittedProcess<Place> {
  const processes = possible.map(({ covariance }) => gaussianProcess(samples, covariance));
  const { weights, evidence } = posterior(
    processes.map(
      (each, i) => each.evidence + Math.log((possible[i] as PossibleCovariance<Place>).weight),
    ),
  );
  const mean = (values: readonly number[]) => dot(values, weights);
  return {
    evidence,
    at: (place) => {
      const estimates = processes.map((each) => each.at(place));
      const center = mean(estimates.map((estimate) => estimate.mean));
      const square = mean(
        estimates.map((estimate) => estimate.deviation ** 2 + (estimate.mean - center) ** 2),
      );
      return { mean: center, deviation: Math.sqrt(square) };
    },
    covariance: (a, b) => mean(processes.map((each) => each.covariance(a, b))),
  };
}

/**
 * Estimates a function from a few noisy samples, with zero as its prior mean (Rasmussen and Williams 2006, algorithm
 * 2.1). For a few dozen samples: time grows with their cube.
 */
export function gaussianProcess<Place extends object>(
  samples: readonly Sample<Place>[],
  covariance: Covariance<Place>,
): FittedProcess<Place> {
  const lower = cholesky(
    samples.map(({ at, noise }, i) =>
      samples.map((other, j) => covariance(at, other.at) + (i === j ? noise ** 2 : 0)),
    ),
  );
  const solved = solveLower(
    lower,
    samples.map(({ value }) => value),
  );
  const weights = solveUpper(lower, solved);
  const near = (place: Place) => samples.map((sample) => covariance(place, sample.at));
  const explained = new Map<Place, readonly number[]>();
  const explainedAt = (place: Place) => {
    const known = explained.get(place) ?? solveLower(lower, near(place));
    explained.set(place, known);
    return known;
  };
  const remaining = (a: Place, b: Place) => covariance(a, b) - dot(explainedAt(a), explainedAt(b));
  return {
    evidence: lower.reduce(
      (sum, row, i) => sum - Math.log(row[i] as number),
      -dot(solved, solved) / 2,
    ),
    at: (place) => ({
      mean: dot(near(place), weights),
      deviation: Math.sqrt(Math.max(0, remaining(place, place))),
    }),
    covariance: remaining,
  };
}
