import { Activity, Play, Square } from "lucide-react";
import { formatCountdown } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useNow } from "../../ui/use-now.ts";
import type { SampleTraffic } from "./use-sample-traffic.ts";
import { useState } from "react";
import { ShapeDialog } from "../sizes/shape-dialog.tsx";

interface TrafficProps {
  readonly traffic: SampleTraffic;
}

function SendButton({ traffic, primary }: TrafficProps & { primary?: boolean }) {
  return (
    <Button
      look={primary ? "primary" : "secondary"}
      disabled={traffic.busy || traffic.ready.length === 0}
      onClick={() => traffic.start()}
    >
      <Play aria-hidden="true" />
      Send sample traffic
    </Button>
  );
}

/** Shown while the server hasn't received any requests. */
export function NoTrafficYet({ traffic }: TrafficProps) {
  return (
    <Card>
      <Empty
        icon={<Activity aria-hidden="true" />}
        title="No requests in the last minute"
        action={<SendButton traffic={traffic} primary />}
      >
        Send a minute of traffic to every ready model and watch the figures move, or point any Open
        Inference Protocol client at the server’s addresses above.
      </Empty>
    </Card>
  );
}

/** Running traffic with the remaining time, or a button that starts it. */
export function TrafficControl({ traffic }: TrafficProps) {
  const { state } = traffic;
  if (!state?.running) return <SendButton traffic={traffic} />;
  return (
    <div className="flex items-center gap-3" role="group" aria-label="Sample traffic">
      <span className="text-muted">
        Sample traffic: {state.models.length} {state.models.length === 1 ? "model" : "models"},
        concurrency {state.concurrency}
        {state.endsAt !== null && <TimeLeft endsAt={state.endsAt} />}
      </span>
      <Button disabled={traffic.busy} onClick={traffic.stop}>
        <Square aria-hidden="true" />
        Stop
      </Button>
    </div>
  );
}

function TimeLeft({ endsAt }: { endsAt: number }) {
  const now = useNow(250);
  return <span className="text-ink">, {formatCountdown((endsAt - now) / 1000)} left</span>;
}

export function TrafficError({ traffic }: TrafficProps) {
  return (
    <>
      {traffic.state?.error && (
        <Notice tone="bad" title="The sample traffic ended early">
          {traffic.state.error}
        </Notice>
      )}
      <SkippedModels traffic={traffic} />
    </>
  );
}

/** Models whose input shape sample traffic needs, with a button to enter it. */
function SkippedModels({ traffic }: { traffic: SampleTraffic }) {
  const [asked, setAsked] = useState<string | null>(null);
  const { serverId, state, ready, start } = traffic;
  const waiting = (state?.skipped ?? []).filter(
    ({ model, sizes }) => sizes !== null && ready.includes(model),
  );
  const { sizes } = waiting.find(({ model }) => model === asked) ?? {};
  return (
    <>
      {waiting.map(({ model, reason }) => (
        <Notice
          key={model}
          tone="warn"
          title={`No sample traffic was sent to ${model}`}
          actions={<Button onClick={() => setAsked(model)}>Enter shape…</Button>}
        >
          {reason}
        </Notice>
      ))}
      {asked !== null && sizes && (
        <ShapeDialog
          serverId={serverId}
          model={asked}
          sizes={sizes}
          onClose={() => setAsked(null)}
          onFound={() => {
            setAsked(null);
            start([...(state?.running ? state.models : []), asked]);
          }}
        />
      )}
    </>
  );
}
