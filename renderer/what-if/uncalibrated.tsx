import { Play } from "lucide-react";
import { readyModels, useSampleTraffic } from "../host/sample-traffic/use-sample-traffic.ts";
import { useOverview } from "../host/topics.ts";
import { TrafficError } from "../host/sample-traffic/traffic-panel.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

interface UncalibratedProps {
  readonly serverId: string;
  readonly model: string;
  readonly reason: string;
  /** Why no load can be sent to the model; undefined: it can. */
  readonly blocked: string | undefined;
}

/** Shown instead of predictions while the server has too few executions. */
export function Uncalibrated({ serverId, model, reason, blocked }: UncalibratedProps) {
  const models = useOverview(serverId)?.models.filter((each) => each.name === model) ?? [];
  const traffic = useSampleTraffic(serverId, readyModels(models));
  const isSending = traffic.state?.running === true;
  return (
    <div className="flex flex-col gap-4">
      <TrafficError traffic={traffic} />
      <Notice
        tone="accent"
        title="Not enough statistics to predict from"
        actions={
          <Button
            look="primary"
            disabled={
              blocked !== undefined || isSending || traffic.busy || traffic.ready.length === 0
            }
            {...(blocked !== undefined && { "data-hint": blocked })}
            onClick={() => traffic.start()}
          >
            <Play aria-hidden="true" />
            {isSending ? "Sending sample traffic…" : "Send sample traffic"}
          </Button>
        }
      >
        {reason}
      </Notice>
    </div>
  );
}
