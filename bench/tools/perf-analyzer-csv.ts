/** Reads a figure by its column from the first row of a CSV file as perf_analyzer and `measure` write it; NaN where it is empty or missing. */
export function readFigures(text: string): (column: string) => number {
  const [names = [], values = []] = text
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  return (column) => Number(values[names.indexOf(column)] || Number.NaN);
}
