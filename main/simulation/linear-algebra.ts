type Matrix = readonly (readonly number[])[];

export const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, each, i) => sum + each * (b[i] as number), 0);

/** The lower triangle L with L Lᵀ = `matrix`, which is positive definite. */
export function cholesky(matrix: Matrix): number[][] {
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

export function solveLower(lower: Matrix, right: readonly number[]): number[] {
  const solved: number[] = [];
  lower.forEach((row, i) => {
    let sum = right[i] as number;
    for (let k = 0; k < i; k++) sum -= (row[k] as number) * (solved[k] as number);
    solved.push(sum / (row[i] as number));
  });
  return solved;
}

/** Solves with the transpose of a lower triangle. */
export function solveUpper(lower: Matrix, right: readonly number[]): number[] {
  const solved = right.slice();
  for (let i = right.length - 1; i >= 0; i--) {
    let sum = solved[i] as number;
    for (let k = i + 1; k < right.length; k++) {
      sum -= ((lower[k] as readonly number[])[i] as number) * (solved[k] as number);
    }
    solved[i] = sum / ((lower[i] as readonly number[])[i] as number);
  }
  return solved;
}
