import { Plus } from "lucide-react";
import type { Traffic } from "../../../main/contract/index.ts";
import { useHost } from "../../host/context.tsx";
import { Select } from "../../ui/field.tsx";
import { showError } from "../../ui/toasts.tsx";
import { usePlan } from "./plan-context.ts";
import { TrafficFields } from "./traffic-fields.tsx";

interface TrafficListProps {
  /** That serve now. */
  readonly models: readonly string[];
}

/** The traffic: one kind of requests, or a mixture by weight. */
export function TrafficList({ models }: TrafficListProps) {
  const { client } = useHost();
  const { plan, change } = usePlan();
  const { traffic, serverId } = plan;
  const set = (index: number, next: Traffic) =>
    change({ traffic: traffic.map((each, at) => (at === index ? next : each)) });
  const add = (model: string) =>
    client
      .request("lab.suggest", { serverId, model })
      .then((suggested) => change({ traffic: [...traffic, ...suggested.plan.traffic] }))
      .catch((error: unknown) => showError(`Can't generate load for ${model}.`, error));
  return (
    <>
      {traffic.map((each, index) => (
        // A model may occur twice, with different inputs.
        // oxlint-disable-next-line react/no-array-index-key
        <TrafficFields
          key={`${index} ${each.model}`}
          traffic={each}
          index={index}
          mixed={traffic.length > 1}
          onChange={(next) => set(index, next)}
          onRemove={
            index > 0
              ? () => change({ traffic: traffic.filter((_, at) => at !== index) })
              : undefined
          }
        />
      ))}
      {traffic.length < 16 && models.length > 0 && (
        <div className="flex items-center gap-2 text-muted">
          <Plus aria-hidden="true" className="size-4" />
          <Select
            aria-label="Mix in requests to another model"
            value=""
            options={[
              { value: "", label: "Mix in requests to…" },
              ...models.map((name) => ({ value: name, label: name })),
            ]}
            onPick={(model) => model !== "" && void add(model)}
          />
        </div>
      )}
    </>
  );
}
