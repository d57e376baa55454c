import {
  objectiveMs,
  change,
  readComputeMs,
  type Effect,
  impossible,
  type Ranked,
  schedulerObstacle,
  type TuningFacts,
} from "./facts.ts";
import {
  batchCost,
  describeWait,
  formatCount,
  formatMs,
  formatShare,
  instanceCount,
  itemSaving,
  loadFigures,
  NOT_MEASURED,
} from "./load-figures.ts";

const PATH = ["dynamic_batching", "max_queue_delay_microseconds"];
const MIN_MICROS = 100;
const LONGEST_MICROS = 100_000;
/** Lint rule Q3: a delay beyond this share of the objective only adds latency. */
const MAX_SHARE_OF_BOUND = 1 / 4;
const WITHOUT_FIGURES_MICROS = 1000;
/** Expected share of the largest possible saving per item if the cost of larger batches is unknown. */
const LIKELY = 0.3;

/** TUNING-5 to TUNING-8. */
export function delayProposals(facts: TuningFacts): Ranked[] {
  const obstacle = schedulerObstacle(facts);
  if (obstacle) return [impossible(facts, "delay", obstacle)];
  const batching = facts.config.dynamic_batching;
  if (!batching || facts.config.max_batch_size < 2) {
    return [
      impossible(
        facts,
        "delay",
        "Needs dynamic batching with max_batch_size of at least 2. Turn that on first.",
      ),
    ];
  }
  const most = maxMicros(facts);
  const now = Number(batching.max_queue_delay_microseconds);
  if (now === 0) return most < MIN_MICROS ? [] : [delayed(facts, 0, firstDelay(facts, most))];
  const half = Math.round(now / 2);
  const others = [...(half >= MIN_MICROS ? [half] : []), Math.min(now * 2, most)];
  return [0, ...others.filter((micros) => micros !== now)].map((micros) =>
    delayed(facts, now, micros),
  );
}

function delayed(facts: TuningFacts, now: number, micros: number): Ranked {
  const time = formatMs(micros / 1000);
  const effect =
    micros > now ? longerEffect(facts, micros - now) : shorterEffect(facts, now - micros);
  return micros === 0
    ? change(
        facts,
        {
          knob: "delay",
          title: "No batching delay",
          reason: `A batch runs as soon as an instance is free, not after up to ${formatMs(now / 1000)}. Requests that wait by then still run as one batch.`,
        },
        effect,
        { path: PATH, value: null },
      )
    : change(
        facts,
        {
          knob: "delay",
          title: `Batching delay ${time}`,
          reason: `Hold requests up to ${time} to form larger batches. Not a timeout.`,
        },
        effect,
        { path: PATH, value: micros },
      );
}

/** `micros`: increase of the delay. */
function longerEffect(facts: TuningFacts, micros: number): Effect {
  const figures = loadFigures(facts);
  if (figures === null) return { gain: null, text: NOT_MEASURED };
  const { meanBatch, requestsPerSecond, queueMs, computeMs, waitShare, clients } = figures;
  const instances = instanceCount(facts);
  const most = facts.config.max_batch_size;
  const ms = micros / 1000;
  const arriving = (requestsPerSecond * ms) / 1000 / instances;
  const reachable = Math.min(most, (clients ?? Infinity) / instances);
  const size = Math.max(meanBatch, Math.min(reachable, meanBatch + arriving));
  const arrive = `${formatCount(arriving)} more requests arrive in ${formatMs(ms)} at ${formatCount(requestsPerSecond)}/s`;
  const held = `batches hold ${formatCount(meanBatch)} of ${most} items`;
  if (size < 1.1 * meanBatch) {
    const limit =
      reachable < most && meanBatch + arriving > reachable
        ? `${clients} clients have no more to send`
        : meanBatch + arriving > most
          ? "they are full"
          : arrive;
    return { gain: 0, text: `None at this load: ${held} on average, and ${limit}.` };
  }
  const cost = batchCost(facts);
  const saving =
    cost === null ? LIKELY * (1 - meanBatch / size) : itemSaving(cost, meanBatch, size);
  const added = ((1 - waitShare) * ms) / (queueMs + computeMs);
  const gain = Math.max(0, saving - added);
  const basis = `${held}, ${arrive}`;
  if (gain === 0) {
    return {
      gain,
      text: `None expected: ${basis}, but the delay adds up to ${formatMs(ms)} to ${formatMs(queueMs + computeMs)} per request.`,
    };
  }
  return {
    gain,
    text: `Up to +${formatShare(gain)} throughput: ${basis}, so they may grow to ${formatCount(size)}; each request may take up to ${formatMs(ms)} longer.`,
  };
}

/** `micros`: decrease of the delay. */
function shorterEffect(facts: TuningFacts, micros: number): Effect {
  const figures = loadFigures(facts);
  if (figures === null) return { gain: null, text: NOT_MEASURED };
  const { meanBatch, queueMs, computeMs } = figures;
  const saved = Math.min(micros / 1000, queueMs);
  const share = saved / (queueMs + computeMs);
  // Larger batches make up for part of their wait.
  const gain = meanBatch < 1.2 ? share : share / 2;
  const held = `batches hold ${formatCount(meanBatch)} items on average`;
  if (gain < 0.03) {
    return {
      gain,
      text: `None at this load: requests spend ${describeWait(figures)}, up to ${formatMs(saved)} of it for the delay.`,
    };
  }
  return {
    gain,
    text: `Up to −${formatShare(share)} latency: requests spend ${describeWait(figures)}, up to ${formatMs(saved)} of it for the delay; ${held}.`,
  };
}

/** Half of a batch's time: waiting then costs less than running twice. */
function firstDelay(facts: TuningFacts, most: number): number {
  const compute = readComputeMs(facts);
  const micros = compute === null ? WITHOUT_FIGURES_MICROS : roundDown((compute * 1000) / 2);
  return Math.max(MIN_MICROS, Math.min(micros, most));
}

/** Limit of lint rule Q3; below {@link MIN_MICROS} if the objective leaves no room for a delay. */
function maxMicros(facts: TuningFacts): number {
  const bound = objectiveMs(facts);
  if (bound === null) return LONGEST_MICROS;
  return Math.min(LONGEST_MICROS, roundDown(bound * 1000 * MAX_SHARE_OF_BOUND));
}

/** Rounds to one digit. */
function roundDown(micros: number): number {
  if (micros < 1) return 0;
  const unit = 10 ** Math.floor(Math.log10(micros));
  return Math.floor(micros / unit) * unit;
}
