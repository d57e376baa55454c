import { DurationControl } from "./duration-control.tsx";
import { NumberControl, NumbersControl, SwitchControl } from "./inputs.tsx";
import { QueuePolicies } from "./queue-policies.tsx";
import { DELAY_SCALE } from "./scales.ts";
import { Columns } from "./section.tsx";

const at = (field: string) => ["dynamic_batching", field] as const;

export function DynamicBatching() {
  return (
    <>
      <DurationControl
        path={at("max_queue_delay_microseconds")}
        label="Batching delay"
        scale={DELAY_SCALE}
      />
      <Columns>
        <NumbersControl path={at("preferred_batch_size")} label="Preferred sizes" />
        <SwitchControl path={at("preserve_ordering")} label="Keep the order of responses" />
        <NumberControl path={at("priority_levels")} label="Priority levels" />
        <NumberControl path={at("default_priority_level")} label="Default priority" />
      </Columns>
      <QueuePolicies />
    </>
  );
}
