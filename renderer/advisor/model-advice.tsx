import { AdviceList } from "./advice-list.tsx";
import { ObjectiveForm } from "./objective-form.tsx";
import { useAdvice } from "../host/use-advice.ts";

/** Advice for one model. */
export function ModelAdvice({ serverId, model }: { serverId: string; model: string }) {
  const frame = useAdvice(serverId);
  if (!frame) return <p className="text-muted">Loading…</p>;
  return (
    <div className="flex flex-col gap-4">
      <AdviceList
        frame={frame}
        findings={frame.findings.filter((each) => each.model === model)}
        subject={model}
        withModel={false}
      />
      <ObjectiveForm serverId={serverId} model={model} />
    </div>
  );
}
