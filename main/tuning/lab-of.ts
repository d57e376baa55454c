import { StatusError } from "../../engine/protocol/status.ts";
import type { Experiment } from "../contract/index.ts";
import type { Lab } from "../lab/index.ts";
import type { TuningLab } from "./tools.ts";

/** The lab as sessions use it: nobody waits at the other end of a request. */
export function labOf(lab: Pick<Lab, "requests" | "topics">): TuningLab {
  const { requests, topics } = lab;
  const never = new AbortController().signal;
  return {
    start: async (plan, name) => (await requests["lab.start"]({ plan, name }, never)).id,
    cancel: async (id) => {
      await requests["lab.cancel"]({ id }, never);
    },
    get: (id) => requests["lab.get"]({ id }, never) as Experiment,
    finished: async (id) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      using _listening = topics["lab.progress"](
        { id },
        {
          event: ({ phase }) => {
            if (phase === "finished") resolve();
          },
          error: (error) => reject(StatusError.from(error)),
        },
      );
      await promise;
      return await requests["lab.get"]({ id }, never);
    },
  };
}
