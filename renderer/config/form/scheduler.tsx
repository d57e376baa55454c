import { type ConfigPath, removeValue, setValue } from "../../../engine/config/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { useConfigView } from "../config-view.ts";
import { Marked } from "./control.tsx";
import { FractionControl, NumberControl, NumbersControl, SwitchControl } from "./inputs.tsx";
import { Columns, Section } from "./section.tsx";
import { DurationControl } from "./duration-control.tsx";
import { QueuePolicies } from "./queue-policies.tsx";
import { DELAY_SCALE } from "./scales.ts";

const choices = [
  { value: "none", label: "None" },
  { value: "dynamic_batching", label: "Dynamic batching" },
  { value: "sequence_batching", label: "Sequences" },
  { value: "ensemble_scheduling", label: "Ensemble" },
] as const;
type Choice = (typeof choices)[number]["value"];

const words: Record<Choice, string> = {
  none: "Each request runs by itself, as soon as an instance is free. There are no queue policies.",
  dynamic_batching: "Requests that wait at the same time run as one batch.",
  sequence_batching: "The requests of a sequence go to the same instance, in order.",
  ensemble_scheduling:
    "Other models run as steps; the graph draws them. The platform must be “ensemble”.",
};

export function Scheduler() {
  const { parsed, edit } = useConfigView();
  const chosen =
    choices.find(({ value }) => value !== "none" && parsed.config[value] !== undefined)?.value ??
    "none";
  const pick = (next: Choice) => {
    if (next === chosen) return;
    edit((text) => (next === "none" ? removeValue(text, [chosen]) : setValue(text, [next], {})));
  };
  return (
    <Section title="Scheduling">
      <NumberControl path={["max_batch_size"]} label="Largest batch" />
      <Marked path={[chosen]} className="mt-1">
        <Segmented label="Scheduler" options={choices} value={chosen} onPick={pick} />
        <p className="mt-1 text-muted text-xs">{words[chosen]}</p>
      </Marked>
      {chosen === "dynamic_batching" && <DynamicBatching />}
      {chosen === "sequence_batching" && <SequenceBatching />}
      {chosen === "ensemble_scheduling" && (
        <NumberControl
          path={["ensemble_scheduling", "max_inflight_requests"]}
          label="Requests in flight per step"
        />
      )}
    </Section>
  );
}

const at = (field: string) => ["dynamic_batching", field] as const;

function DynamicBatching() {
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

const root = "sequence_batching";

const strategies = [
  { value: "direct", label: "Direct: one slot per sequence" },
  { value: "oldest", label: "Oldest: batched dynamically" },
] as const;

function SequenceBatching() {
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
          <FractionControl path={at("minimum_slot_utilization")} label="Minimum slots in use" />
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
