import type { ModelOverview, TrafficState } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { useTraffic } from "../host/topics.ts";
import { tellError, tellSuccess } from "../ui/toasts.tsx";

const CONCURRENCY = 8;
const SECONDS = 60;

const list = (names: readonly string[]) => new Intl.ListFormat("en").format(names);

export interface SampleTraffic {
  readonly state: TrafficState | null;
  /** Models it would be sent to. */
  readonly ready: readonly string[];
  readonly busy: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

/** A minute of traffic to every ready model, so that there is something to see. */
export function useSampleTraffic(
  serverId: string,
  models: readonly ModelOverview[],
): SampleTraffic {
  const state = useTraffic();
  const start = useAction("traffic.start");
  const stop = useAction("traffic.stop");
  const ready = models.filter((model) => model.state === "READY").map((model) => model.name);
  return {
    state,
    ready,
    busy: start.isPending || stop.isPending,
    start: () =>
      start.mutate(
        { serverId, models: [...ready], concurrency: CONCURRENCY, seconds: SECONDS },
        {
          onSuccess: ({ models: sentTo }) => {
            const without = ready.filter((model) => !sentTo.includes(model));
            if (without.length > 0)
              tellSuccess(
                "Sample traffic is on its way.",
                `Not to ${list(without)}: an experiment with such a model says why.`,
              );
          },
          onError: (error) => tellError("Sample traffic could not be sent.", error),
        },
      ),
    stop: () =>
      stop.mutate({}, { onError: (error) => tellError("The traffic did not stop.", error) }),
  };
}
