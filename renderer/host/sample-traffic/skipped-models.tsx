import { useState } from "react";
import { ShapeDialog } from "../sizes/shape-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { SampleTraffic } from "./use-sample-traffic.ts";

/** Models whose input shape sample traffic needs, with a button to enter it. */
export function SkippedModels({ traffic }: { traffic: SampleTraffic }) {
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
