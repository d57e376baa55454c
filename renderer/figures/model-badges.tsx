import type { ModelOverview } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";

/** Scheduling and caching of the active configuration. */
export function ModelBadges({ model }: { model: ModelOverview }) {
  return (
    <span className="flex gap-1">
      {model.dynamicBatching === true && (
        <Badge tone="accent" hint="Dynamic batching is on: queued requests run as one batch.">
          Batching
        </Badge>
      )}
      {model.scheduler === "ensemble" && (
        <Badge tone="accent" hint="Requests pass through other models, which batch for themselves.">
          Ensemble
        </Badge>
      )}
      {model.scheduler === "sequences" && (
        <Badge tone="accent" hint="Requests of one sequence run in order, on the same instance.">
          Sequences
        </Badge>
      )}
      {model.decoupled === true && (
        <Badge tone="accent" hint="A request may have any number of responses, over a stream.">
          Decoupled
        </Badge>
      )}
      {model.dynamicBatching === false && model.scheduler === null && (
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
