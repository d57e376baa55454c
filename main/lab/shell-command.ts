import type { ExperimentPlan } from "../contract/index.ts";

/** The shell command that measures what a plan does; `address` is HOST:PORT of the plan's wire. */
export function shellCommand(plan: ExperimentPlan, address: string): string {
  const flags = [
    `-m ${quote(plan.model)}`,
    ...(plan.modelVersion ? [`-x ${quote(plan.modelVersion)}`] : []),
    `-u ${quote(address)}`,
    `-i ${plan.wire}`,
    ...(plan.batchSize === 1 ? [] : [`-b ${plan.batchSize}`]),
    `--concurrency-range=${concurrencyRange(plan.concurrencies)}`,
    `--measurement-interval=${Math.round(plan.secondsPerStep * 1000)}`,
    `--warmup-interval=${Math.round(plan.warmupSeconds * 1000)}`,
    `--distinct-inputs=${plan.distinctInputs}`,
    `--seed=${plan.seed}`,
    ...Object.entries(plan.shapes).map(
      ([name, shape]) => `--shape ${quote(`${name}:${shape.join(",")}`)}`,
    ),
  ];
  return ["npm run --silent batchdeck -- measure", ...flags].join(" ");
}

/** start:end:step where the list is evenly spaced, else the list itself. */
function concurrencyRange(concurrencies: readonly number[]): string {
  const [first = 1, second] = concurrencies;
  if (second === undefined) return String(first);
  const step = second - first;
  const even = concurrencies.every((each, i) => each === first + i * step);
  const last = concurrencies.at(-1);
  return even && step > 0 ? `${first}:${last}:${step}` : concurrencies.join(",");
}

/** Safe in a POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
