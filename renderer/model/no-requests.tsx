import { Play } from "lucide-react";
import { useOverview } from "../host/topics.ts";
import { TrafficError } from "../host/sample-traffic/traffic-panel.tsx";
import { readyModels, useSampleTraffic } from "../host/sample-traffic/use-sample-traffic.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** Shown if a serving model's charts are empty, with what to do. */
export function NoRequests({ serverId, model }: { serverId: string; model: string }) {
  const models = useOverview(serverId)?.models.filter((each) => each.name === model) ?? [];
  const traffic = useSampleTraffic(serverId, readyModels(models));
  if (!models.some(({ state }) => state === "READY")) return null;
  return (
    <>
      <TrafficError traffic={traffic} />
      <Notice
        tone="accent"
        title="No requests in this range"
        actions={
          <Button
            look="primary"
            disabled={traffic.busy || traffic.ready.length === 0 || traffic.state?.running === true}
            onClick={() => traffic.start()}
          >
            <Play aria-hidden="true" />
            Send sample traffic
          </Button>
        }
      >
        Send a minute of traffic to {model}, choose a longer range, or send requests of your own.
      </Notice>
    </>
  );
}
