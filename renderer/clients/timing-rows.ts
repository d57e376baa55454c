import type { Trial } from "../../main/contract/index.ts";

export interface TimingRow {
  readonly key: string;
  readonly name: string;
  /** ms; null if unknown. */
  readonly ms: number | null;
  readonly before: number | null;
  readonly where: "client" | "server";
}

const phases: readonly (Pick<TimingRow, "key" | "name" | "where"> & {
  read: (trial: Trial) => number | null;
})[] = [
  { key: "connect", name: "Connect", where: "client", read: (t) => t.timing?.connectedMs ?? null },
  {
    key: "send",
    name: "Send",
    where: "client",
    read: ({ timing }) => between(timing?.connectedMs, timing?.sentMs),
  },
  {
    key: "wait",
    name: "Wait for first byte",
    where: "client",
    read: ({ timing }) => between(timing?.sentMs, timing?.firstByteMs),
  },
  {
    key: "receive",
    name: "Receive",
    where: "client",
    read: ({ timing, status }) => (status ? between(timing?.firstByteMs, timing?.totalMs) : null),
  },
  {
    key: "total",
    name: "Total",
    where: "client",
    read: ({ timing, status }) => (status ? (timing?.totalMs ?? null) : null),
  },
  { key: "queue", name: "Queue", where: "server", read: (t) => t.split?.queueMs ?? null },
  {
    key: "input",
    name: "Compute: input",
    where: "server",
    read: (t) => t.split?.computeInputMs ?? null,
  },
  {
    key: "infer",
    name: "Compute: infer",
    where: "server",
    read: (t) => t.split?.computeInferMs ?? null,
  },
  {
    key: "output",
    name: "Compute: output",
    where: "server",
    read: (t) => t.split?.computeOutputMs ?? null,
  },
];

/** A request's phases with those of the previous one. */
export function timingRows(trial: Trial, before: Trial | null): TimingRow[] {
  return phases.map(({ read, ...phase }) => ({
    ...phase,
    ms: read(trial),
    before: before && read(before),
  }));
}

/** The last finished request before this one. */
export function trialBefore(trials: readonly Trial[], trial: Trial): Trial | null {
  const at = trials.indexOf(trial);
  return trials.slice(0, Math.max(0, at)).findLast(({ status }) => status !== null) ?? null;
}

/** Time between two events, at least 0, since clocks may disagree slightly; null if either is unknown. */
export function between(
  from: number | null | undefined,
  to: number | null | undefined,
): number | null {
  if (from === null || from === undefined || to === null || to === undefined) return null;
  return Math.max(0, to - from);
}
