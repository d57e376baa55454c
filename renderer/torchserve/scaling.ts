import type { TorchserveVersion } from "../../main/contract/index.ts";

export const MAX_WORKERS = 1000;

/** Parses a number of workers; null if invalid. */
export function parseCount(typed: string): number | null {
  if (!/^\d{1,4}$/.test(typed.trim())) return null;
  const count = Number(typed);
  return count <= MAX_WORKERS ? count : null;
}

/** The error in the two numbers; null if valid. */
export function wrongScale(least: string, most: string): string | null {
  const [min, max] = [parseCount(least), parseCount(most)];
  if (min === null) return `At least: a whole number from 0 to ${MAX_WORKERS}.`;
  if (max === null) return `At most: a whole number from 0 to ${MAX_WORKERS}.`;
  return max < min ? `At most ${max} is less than at least ${min}.` : null;
}

export const readyWorkers = ({ workers }: Pick<TorchserveVersion, "workers">) =>
  workers.filter(({ status }) => status === "READY").length;

/** Whether workers are still starting or stopping. */
export function isSettling({
  workers,
  minWorkers,
  maxWorkers,
}: Pick<TorchserveVersion, "workers" | "minWorkers" | "maxWorkers">): boolean {
  const ready = readyWorkers({ workers });
  return ready < workers.length || ready < minWorkers || ready > maxWorkers;
}

/** Describes what scaling will do, before it is confirmed. */
export function describeScaling(
  version: Pick<TorchserveVersion, "version" | "workers">,
  least: number,
  most: number,
): string[] {
  const now = version.workers.length;
  const bounds = least === most ? `${least}` : `at least ${least} and at most ${most}`;
  const words = [
    `TorchServe keeps ${bounds} ${most === 1 ? "worker" : "workers"} of version ${version.version}, which has ${now} now.`,
  ];
  if (least > now)
    words.push(
      "Each worker that is added loads the model once more: it takes memory of its own, and time until it is ready.",
    );
  if (most < now) words.push(`${now - most} of them ${now - most === 1 ? "is" : "are"} ended.`);
  if (most === 0) words.push("Without workers, requests to it are rejected.");
  return words;
}

/** Why a version can't be unregistered; null if it can. */
export function mustStay(version: TorchserveVersion, all: readonly TorchserveVersion[]) {
  return version.isDefault && all.length > 1
    ? "It is the default version: make another the default first."
    : null;
}
