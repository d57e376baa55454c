import type { ModelOverview } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";

/** Whether the configuration in force batches and caches. */
export function ModelBadges({ model }: { model: ModelOverview }) {
  return (
    <span className="flex gap-1">
      {model.dynamicBatching === true && (
        <Badge tone="accent" hint="Dynamic batching is on: waiting requests run as one batch.">
          Batching
        </Badge>
      )}
      {model.dynamicBatching === false && (
        <Badge hint="Dynamic batching is off: each request runs by itself.">No batching</Badge>
      )}
      {model.responseCache === true && (
        <Badge tone="good" hint="The response cache is on: an equal request is answered from it.">
          Cache
        </Badge>
      )}
    </span>
  );
}
