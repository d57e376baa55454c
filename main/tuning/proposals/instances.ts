import { parseConfig } from "../../../engine/config/index.ts";
import { change, type Effect, impossible, type Ranked, type TuningFacts } from "./facts.ts";
import { describeWait, formatShare, loadFigures, NOT_MEASURED } from "./load-figures.ts";

const MAX_ON_GPU = 4;
const THREADS = "intra_op_thread_count";
/** A device with a higher utilization has no room for another instance. */
const BUSY = 0.9;

/** TUNING-9 to TUNING-12. */
export function instanceProposals(facts: TuningFacts): Ranked[] {
  const { config } = facts;
  if (config.ensemble_scheduling) {
    return [
      impossible(facts, "instances", "An ensemble has no instances. Tune the models of its steps."),
    ];
  }
  const [group, ...others] = config.instance_group;
  if (!group || others.length > 0) {
    return [
      impossible(
        facts,
        "instances",
        "The model has several instance groups. Change them in the editor and compare.",
      ),
    ];
  }
  const { cores } = facts.lint;
  const more = group.count + 1;
  const fits =
    group.kind === "KIND_GPU" ? more <= MAX_ON_GPU : cores === undefined || more <= cores;
  const proposals = [
    ...(fits ? [counted(facts, more, moreEffect(facts))] : []),
    ...(group.count > 1 ? [counted(facts, group.count - 1, fewerEffect(facts))] : []),
  ];
  if (proposals.length > 0) return proposals;
  return [
    impossible(
      facts,
      "instances",
      `One instance uses the ${cores === 1 ? "only core" : `${cores} cores`}; a second would take them from the first.`,
    ),
  ];
}

/** A configuration without groups gets one of the active kind, so that nothing else changes. */
function counted(facts: TuningFacts, count: number, effect: Effect): Ranked {
  const [group] = facts.config.instance_group;
  const more = count > (group?.count ?? 1);
  const onGpu = group?.kind === "KIND_GPU";
  const what = {
    knob: "instances" as const,
    title: `${count} ${count === 1 ? "instance" : "instances"}`,
    reason: more
      ? `Another instance runs the next batch at the same time. It ${onGpu ? "takes as much GPU memory again" : "shares the cores with the others"}.`
      : "Instances compete for the same device: with fewer of them batches are larger.",
  };
  return parseConfig(facts.text).config.instance_group.length > 0
    ? change(facts, what, effect, { path: ["instance_group", 0, "count"], value: count })
    : change(facts, what, effect, {
        path: ["instance_group", 0],
        value: { kind: group?.kind ?? "KIND_AUTO", count },
      });
}

function moreEffect(facts: TuningFacts): Effect {
  const figures = loadFigures(facts);
  if (figures === null) return { gain: null, text: NOT_MEASURED };
  const [group] = facts.config.instance_group;
  const count = group?.count ?? 1;
  const waits = `requests spend ${describeWait(figures)}`;
  const device = deviceUse(facts);
  if (figures.waitShare < 0.1) return { gain: 0, text: `None at this load: ${waits}.` };
  if (device === null) {
    return {
      gain: (0.3 * figures.waitShare) / count,
      text: `Up to +${formatShare(figures.waitShare / count)} throughput: ${waits}. The device's utilization was not reported.`,
    };
  }
  const { name, use } = device;
  if (use >= BUSY) {
    return {
      gain: 0,
      text: `None expected: ${waits}, but the ${name} is ${formatShare(use)} busy.`,
    };
  }
  const room = Math.min(1 / count, (1 - use) / Math.max(0.1, use));
  const gain = figures.waitShare * room;
  return {
    gain,
    text: `Up to +${formatShare(gain)} throughput: ${waits}, and the ${name} is ${formatShare(use)} busy.`,
  };
}

function fewerEffect(facts: TuningFacts): Effect {
  const [group] = facts.config.instance_group;
  const count = group?.count ?? 1;
  const { cores, server } = facts.lint;
  const written = Number(facts.config.parameters[THREADS]?.string_value ?? "0");
  if (group?.kind !== "KIND_GPU" && cores !== undefined) {
    const own = server === "embedded" ? Math.max(1, Math.floor(cores / count)) : cores;
    const threads = written || own;
    const used = `${count} instances × ${threads} ${threads === 1 ? "thread" : "threads"} on ${cores} cores`;
    const over = (count * threads) / cores - 1;
    return over > 0
      ? { gain: Math.min(0.5, over / 4), text: `Threads no longer wait for each other: ${used}.` }
      : { gain: 0, text: `None expected: ${used} leave no thread waiting for a core.` };
  }
  const figures = loadFigures(facts);
  if (figures === null) return { gain: null, text: NOT_MEASURED };
  return figures.waitShare >= 0.1
    ? { gain: 0, text: `None expected: requests spend ${describeWait(figures)}.` }
    : {
        gain: 0,
        text: `No speed, but less memory: requests spend ${describeWait(figures)}.`,
      };
}

/** Utilization of the device, 0..1; null if the server doesn't report it. */
function deviceUse({ config, measured }: TuningFacts): { name: string; use: number } | null {
  const machine = measured?.machine;
  if (!machine) return null;
  if (config.instance_group[0]?.kind !== "KIND_GPU") {
    return machine.cpuMean === null ? null : { name: "CPU", use: machine.cpuMean };
  }
  const known = machine.gpus.flatMap(({ utilizationMean }) => utilizationMean ?? []);
  return known.length === 0 ? null : { name: "GPU", use: Math.max(...known) };
}
