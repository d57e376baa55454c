/** A measured point: its coordinates, its value, and the standard deviation of the value's noise. */
export interface Sample {
  readonly at: readonly number[];
  readonly value: number;
  readonly noise: number;
}

/** Standard deviations of the part shared by all points and of the part shared by near ones, and their range in coordinates. */
export interface Kernel {
  readonly shared: number;
  readonly local: number;
  readonly length: number;
}

export interface Estimate {
  readonly mean: number;
  readonly deviation: number;
}

/** An unknown function estimated from samples. Points are coordinates. */
export interface Process {
  at(point: Coordinates): Estimate;
  /**
   * Expected change of the mean at `point`, as a signed standard deviation, when `measured` is sampled with this noise.
   */
  change(point: Coordinates, measured: Coordinates, noise: number): number;
}

type Coordinates = readonly number[];

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

export interface FittedProcess extends Process {
  /** Log-likelihood of the samples with this kernel, up to a constant. */
  readonly evidence: number;
}

/** A kernel with its prior probability relative to the others. */
export interface PossibleKernel extends Kernel {
  readonly weight: number;
}

/**
 * The mean of the processes with each of these kernels, weighted by how well they explain the samples (Rasmussen and
 * Williams 2006, section 5.2), because few samples show a function's smoothness only roughly.
 */
export function averagedProcess(
  samples: readonly Sample[],
  kernels: readonly PossibleKernel[],
): FittedProcess {
  const processes = kernels.map((kernel) => gaussianProcess(samples, kernel));
  const { weights, evidence } = posterior(
    processes.map((each, i) => each.evidence + Math.log((kernels[i] as PossibleKernel).weight)),
  );
  const mean = (values: readonly number[]) => dot(values, weights);
  return {
    evidence,
    at: (point) => {
      const estimates = processes.map((each) => each.at(point));
      const center = mean(estimates.map((estimate) => estimate.mean));
      const square = mean(
        estimates.map((estimate) => estimate.deviation ** 2 + (estimate.mean - center) ** 2),
      );
      return { mean: center, deviation: Math.sqrt(square) };
    },
    change: (point, measured, noise) =>
      mean(processes.map((each) => each.change(point, measured, noise))),
  };
}

/**
 * Estimates a function from a few noisy samples, with zero as its prior mean (Rasmussen and Williams 2006, algorithm
 * 2.1). For a few dozen samples: time grows with their cube.
 */
export function gaussianProcess(samples: readonly Sample[], kernel: Kernel): FittedProcess {
  const covariance = (a: Coordinates, b: Coordinates) => {
    const square = a.reduce((sum, each, i) => sum + (each - (b[i] as number)) ** 2, 0);
    return kernel.shared ** 2 + kernel.local ** 2 * Math.exp(-square / (2 * kernel.length ** 2));
  };
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
  const near = (at: Coordinates) => samples.map((sample) => covariance(at, sample.at));
  const explained = new Map<Coordinates, readonly number[]>();
  const explainedAt = (at: Coordinates) => {
    const known = explained.get(at) ?? solveLower(lower, near(at));
    explained.set(at, known);
    return known;
  };
  const remaining = (a: Coordinates, b: Coordinates) =>
    covariance(a, b) - dot(explainedAt(a), explainedAt(b));
  return {
    evidence: lower.reduce(
      (sum, row, i) => sum - Math.log(row[i] as number),
      -dot(solved, solved) / 2,
    ),
    at: (point) => ({
      mean: dot(near(point), weights),
      deviation: Math.sqrt(Math.max(0, remaining(point, point))),
    }),
    change: (point, measured, noise) =>
      remaining(point, measured) /
      Math.sqrt(Math.max(Number.MIN_VALUE, remaining(measured, measured)) + noise ** 2),
  };
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, each, i) => sum + each * (b[i] as number), 0);

type Matrix = readonly (readonly number[])[];

/** The lower triangle L with L Lᵀ = `matrix`, which is positive definite. */
function cholesky(matrix: Matrix): number[][] {
  const lower: number[][] = [];
  matrix.forEach((row, i) => {
    const own: number[] = [];
    for (let j = 0; j <= i; j++) {
      const other = j === i ? own : (lower[j] as number[]);
      let sum = row[j] as number;
      for (let k = 0; k < j; k++) sum -= (own[k] as number) * (other[k] as number);
      own.push(j === i ? Math.sqrt(sum) : sum / (other[j] as number));
    }
    lower.push(own);
  });
  return lower;
}

function solveLower(lower: Matrix, right: readonly number[]): number[] {
  const solved: number[] = [];
  lower.forEach((row, i) => {
    let sum = right[i] as number;
    for (let k = 0; k < i; k++) sum -= (row[k] as number) * (solved[k] as number);
    solved.push(sum / (row[i] as number));
  });
  return solved;
}

const entry = (matrix: Matrix, row: number, column: number) =>
  (matrix[row] as readonly number[])[column] as number;

/** Solves with the transpose of a lower triangle. */
function solveUpper(lower: Matrix, right: readonly number[]): number[] {
  const solved = right.slice();
  for (let i = right.length - 1; i >= 0; i--) {
    let sum = solved[i] as number;
    for (let k = i + 1; k < right.length; k++) {
      sum -= entry(lower, k, i) * (solved[k] as number);
    }
    solved[i] = sum / entry(lower, i, i);
  }
  return solved;
}
