import type { RolloutStep } from "../../../main/contract/index.ts";
import { FieldChanges } from "../../ui/pbtxt/field-changes.tsx";

/** The fields that a rollout changed, once for all replicas with the same configuration before. */
export function ChangedFields({ steps }: { steps: readonly RolloutStep[] }) {
  const taken = steps.filter(({ changes }) => changes.length > 0);
  const alike = Map.groupBy(taken, ({ changes }) => JSON.stringify(changes));
  return [...alike].map(([key, group]) => {
    const names = group.map(({ name }) => name).join(", ");
    const where = alike.size === 1 ? "" : ` on ${names}`;
    return (
      <div key={key} className="flex flex-col gap-1 px-4 pt-2">
        <p className="text-muted">What it changed{where}, from before to after:</p>
        <FieldChanges label={`What it changed${where}`} changes={group[0]?.changes ?? []} />
      </div>
    );
  });
}
