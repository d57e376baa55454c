import { FieldChanges } from "../../ui/pbtxt/field-changes.tsx";
import { useRequest } from "../../host/requests.ts";
import { Notice } from "../../ui/notice.tsx";

interface EffectProps {
  readonly serverId: string | undefined;
  readonly name: string;
  readonly model: string;
  /** The text after a pause in typing. */
  readonly text: string;
}

/** What the text changes on the first replica. */
export function Effect({ serverId, name, model, text }: EffectProps) {
  const { data } = useRequest(
    "configs.effect",
    { serverId: serverId ?? "", model, text },
    { enabled: serverId !== undefined && text.trim() !== "", keepPrevious: true },
  );
  if (!data || text.trim() === "") return null;
  if (data.kind === "refused" || data.kind === "unknown")
    return (
      <Notice tone="warn" title="Can't preview changes">
        {data.reason}
      </Notice>
    );
  if (data.changes.length === 0)
    return <p className="text-muted">Nothing changes on {name}: it serves with this already.</p>;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted">
        On {name}, the first: {data.reason}
      </p>
      <FieldChanges label="Changed fields" changes={data.changes} />
    </div>
  );
}
