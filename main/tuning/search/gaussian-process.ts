/** A measured point: its coordinates, its value, and the standard deviation of the value's noise. */
export interface Sample {
  readonly at: readonly number[];
  readonly value: number;
  readonly noise: number;
}

/** Standard deviations of what all points share and of what only near ones share, and how near, in units of the coordinates. */
export interface Kernel {
  readonly shared: number;
  readonly local: number;
  readonly length: number;
}

export interface Estimate {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * Estimates a function from a few noisy samples, with zero as its prior mean (Rasmussen and Williams 2006, algorithm
 * 2.1). For some dozens of samples: time grows with their cube.
 */
export function gaussianProcess(
  samples: readonly Sample[],
  kernel: Kernel,
): (at: readonly number[]) => Estimate {
  const covariance = (a: readonly number[], b: readonly number[]) => {
    const square = a.reduce((sum, each, i) => sum + (each - (b[i] as number)) ** 2, 0);
    return kernel.shared ** 2 + kernel.local ** 2 * Math.exp(-square / (2 * kernel.length ** 2));
  };
  const lower = cholesky(
    samples.map(({ at, noise }, i) =>
      samples.map((other, j) => covariance(at, other.at) + (i === j ? noise ** 2 : 0)),
    ),
  );
  const weights = solveUpper(
    lower,
    solveLower(
      lower,
      samples.map(({ value }) => value),
    ),
  );
  return (at) => {
    const near = samples.map((sample) => covariance(at, sample.at));
    const explained = solveLower(lower, near);
    const variance = covariance(at, at) - explained.reduce((sum, each) => sum + each * each, 0);
    return {
      mean: near.reduce((sum, each, i) => sum + each * (weights[i] as number), 0),
      deviation: Math.sqrt(Math.max(0, variance)),
    };
  };
}

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

/** With the transpose of a lower triangle. */
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
