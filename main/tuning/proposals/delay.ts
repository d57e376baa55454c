import type { Proposal } from "../../contract/index.ts";
import {
  boundOf,
  change,
  computeMsOf,
  impossible,
  meanBatchOf,
  schedulerObstacle,
  shownMs,
  type TuningFacts,
} from "./facts.ts";

const PATH = ["dynamic_batching", "max_queue_delay_microseconds"];
const LEAST_MICROS = 100;
/** Lint rule Q3: more of the objective than this is waiting rather than batching. */
const MOST_OF_BOUND = 1 / 4;
const WITHOUT_FIGURES_MICROS = 1000;

/** T5 to T8. */
export function delayProposals(facts: TuningFacts): Proposal[] {
  const obstacle = schedulerObstacle(facts);
  if (obstacle) return [impossible(facts, "delay", obstacle)];
  const batching = facts.config.dynamic_batching;
  if (!batching || facts.config.max_batch_size < 2) {
    return [
      impossible(
        facts,
        "delay",
        "Without dynamic batching of at least two items there is nothing to wait for; turn that on first.",
      ),
    ];
  }
  const now = batching.max_queue_delay_microseconds;
  if (now === 0) return [wait(facts, firstDelay(facts))];
  const most = mostMicros(facts);
  const double = Math.min(now * 2, most);
  return [
    change(
      facts,
      "delay",
      "No delay",
      `A batch leaves as soon as an instance is free instead of after ${shownMs(now / 1000)}; requests that arrive meanwhile still batch. It shows whether the delay earns anything.`,
      { path: PATH, value: null },
    ),
    wait(facts, Math.max(LEAST_MICROS, Math.round(now / 2))),
    ...(double > now ? [wait(facts, double)] : []),
  ];
}

function wait(facts: TuningFacts, micros: number): Proposal {
  const mean = meanBatchOf(facts);
  const { max_batch_size: most } = facts.config;
  const filled =
    mean === null
      ? ""
      : mean >= 0.8 * most
        ? ` Batches are nearly full already (${mean.toFixed(1)} of ${most}), so that there is little to gain.`
        : ` Batches hold ${mean.toFixed(1)} of ${most} items now.`;
  return change(
    facts,
    "delay",
    `Wait up to ${shownMs(micros / 1000)} for a batch to fill`,
    `The oldest request may wait so long for company, never longer; it is no timeout and evicts nothing.${filled}`,
    { path: PATH, value: micros },
  );
}

/** Half of what a batch takes: waiting then costs less than running twice. */
function firstDelay(facts: TuningFacts): number {
  const compute = computeMsOf(facts);
  const micros = compute === null ? WITHOUT_FIGURES_MICROS : rounded((compute * 1000) / 2);
  return Math.max(LEAST_MICROS, Math.min(micros, mostMicros(facts)));
}

function mostMicros(facts: TuningFacts): number {
  const bound = boundOf(facts);
  return bound === null ? 100_000 : Math.max(LEAST_MICROS, rounded(bound * 1000 * MOST_OF_BOUND));
}

const rounded = (micros: number) => Math.round(Number(micros.toPrecision(1)));
