import { formatDuration } from "../duration.ts";

/** A logarithmic timeline in µs; times before `from` are drawn at its start. */
export interface TimeAxis {
  readonly from: number;
  readonly to: number;
}

const floorDecade = (micros: number) => 10 ** Math.floor(Math.log10(micros));
const ceilDecade = (micros: number) => 10 ** Math.ceil(Math.log10(micros));

/** An axis of whole powers of ten with room around the given times; at least 100 µs to 10 s. */
export function timeAxis(times: readonly (number | null)[], room: readonly number[]): TimeAxis {
  const given = times.filter((time) => time !== null && time > 0) as number[];
  const low = Math.min(100, ...given.map(floorDecade));
  const high = Math.max(
    10_000_000,
    ...given.map(ceilDecade),
    ...room.filter((time) => time > 0).map((time) => ceilDecade(time * 2)),
  );
  return { from: low, to: high };
}

/** Position of a time, 0 to 1. */
export function toShare(micros: number, { from, to }: TimeAxis): number {
  if (micros <= from) return 0;
  return Math.min(1, Math.log10(micros / from) / Math.log10(to / from));
}

/** The time at a position of the axis, rounded to two digits. */
export function timeAt(share: number, { from, to }: TimeAxis): number {
  const within = Math.min(1, Math.max(0, share));
  return Math.round(Number((from * (to / from) ** within).toPrecision(2)));
}

export function makeTicks(axis: TimeAxis): { at: number; label: string }[] {
  const ticks = [];
  for (let time = axis.from; time <= axis.to * 1.001; time *= 10) {
    ticks.push({ at: toShare(time, axis), label: formatDuration(Math.round(time)) });
  }
  return ticks;
}
