import { type ConfigPath, setValue } from "../../../engine/config/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { useConfigView } from "../config-view.ts";
import { Marked } from "./control.tsx";
import { DurationControl } from "./duration-control.tsx";
import { FractionControl, NumberControl, NumbersControl, SwitchControl } from "./inputs.tsx";
import { DELAY_SCALE } from "./scales.ts";
import { Columns } from "./section.tsx";

const root = "sequence_batching";

const strategies = [
  { value: "direct", label: "Direct: a slot for each sequence" },
  { value: "oldest", label: "Oldest: batched dynamically" },
] as const;

export function SequenceBatching() {
  const { parsed, edit } = useConfigView();
  const strategy = parsed.config.sequence_batching?.oldest ? "oldest" : "direct";
  const at = (field: string): ConfigPath => [root, strategy, field];
  return (
    <>
      <Marked path={[root, strategy]}>
        <Segmented
          label="Strategy"
          options={strategies}
          value={strategy}
          onPick={(next) => next !== strategy && edit((text) => setValue(text, [root, next], {}))}
        />
      </Marked>
      <DurationControl
        path={at("max_queue_delay_microseconds")}
        label="Batching delay"
        scale={DELAY_SCALE}
      />
      <DurationControl
        path={[root, "max_sequence_idle_microseconds"]}
        label="A sequence ends when idle for"
        scale={{ from: 1000, to: 1_000_000_000 }}
      />
      <Columns>
        {strategy === "direct" ? (
          <FractionControl path={at("minimum_slot_utilization")} label="Slots to fill" />
        ) : (
          <>
            <NumberControl path={at("max_candidate_sequences")} label="Live sequences" />
            <NumbersControl path={at("preferred_batch_size")} label="Preferred sizes" />
            <SwitchControl path={at("preserve_ordering")} label="Keep the order of responses" />
          </>
        )}
        <SwitchControl path={[root, "iterative_sequence"]} label="Iterative sequences" />
      </Columns>
    </>
  );
}
