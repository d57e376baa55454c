import type { Experiment } from "../contract/index.ts";
import type { Lab } from "../lab/index.ts";
import type { TuningLab } from "./tools.ts";

/** The lab as sessions use it. */
export function labOf({ runner, requests }: Pick<Lab, "runner" | "requests">): TuningLab {
  const never = new AbortController().signal;
  return {
    start: (plan, name) => runner.start(plan, name),
    finished: (id) => runner.finished(id),
    cancel: (id) => runner.cancel(id),
    get: (id) => requests["lab.get"]({ id }, never) as Experiment,
  };
}
