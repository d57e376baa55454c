import type { TrafficState } from "../../../main/contract/index.ts";
import { useAction } from "../requests.ts";
import { useTraffic } from "../topics.ts";
import { showError, showSuccess } from "../../ui/toasts.tsx";

const CONCURRENCY = 8;
const SECONDS = 60;

const list = (names: readonly string[]) => new Intl.ListFormat("en").format(names);

export interface SampleTraffic {
  readonly serverId: string;
  readonly state: TrafficState | null;
  /** Models that would receive traffic. */
  readonly ready: readonly string[];
  readonly busy: boolean;
  /** Starts traffic to these models; default: every ready model. */
  readonly start: (models?: readonly string[]) => void;
  readonly stop: () => void;
}

/** Names of serving models, as reported by servers of any kind. */
export function readyModels(
  models: readonly { readonly name: string; readonly state: string }[],
): string[] {
  return models.filter(({ state }) => state.toLowerCase() === "ready").map(({ name }) => name);
}

/** A minute of traffic to every ready model, so that there is data to see. */
export function useSampleTraffic(serverId: string, ready: readonly string[]): SampleTraffic {
  const state = useTraffic();
  const start = useAction("traffic.start");
  const stop = useAction("traffic.stop");
  return {
    serverId,
    state,
    ready,
    busy: start.isPending || stop.isPending,
    start: (wanted = ready) =>
      start.mutate(
        { serverId, models: [...wanted], concurrency: CONCURRENCY, seconds: SECONDS },
        {
          onSuccess: ({ running, skipped }) => {
            // Models that need a shape have a prompt in the panel.
            const without = skipped.filter(({ sizes }) => sizes === null);
            if (running && without.length > 0)
              showSuccess(
                "Sample traffic started.",
                `Not sent to ${list(without.map(({ model }) => model))}. ${without[0]?.reason}`,
              );
          },
          onError: (error) => showError("Sample traffic could not be sent.", error),
        },
      ),
    stop: () =>
      stop.mutate({}, { onError: (error) => showError("The traffic did not stop.", error) }),
  };
}
