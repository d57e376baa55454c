interface Source<T> {
  readonly file: T;
  /** AIPerf's records of the run that `file` is the summary of. */
  readonly records: T | null;
}

/** AIPerf writes NAME_aiperf.json and NAME.jsonl next to each other; chosen together they are one experiment. */
export function pairFiles<T extends { readonly name: string }>(files: readonly T[]): Source<T>[] {
  const recordsOf = (summary: T): T | null => {
    const name = /^(.*)_aiperf\.json$/i.exec(summary.name)?.[1];
    return files.find((each) => name !== undefined && each.name === `${name}.jsonl`) ?? null;
  };
  const records = new Set(files.map(recordsOf));
  return files
    .filter((file) => !records.has(file))
    .map((file) => ({ file, records: recordsOf(file) }));
}
