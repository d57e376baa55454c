import { removeValue, setValue } from "../../../engine/config/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { useConfigView } from "../config-view.ts";
import { Marked } from "./control.tsx";
import { DynamicBatching } from "./dynamic-batching.tsx";
import { NumberControl } from "./inputs.tsx";
import { Section } from "./section.tsx";
import { SequenceBatching } from "./sequence-batching.tsx";

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
