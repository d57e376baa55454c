import type { Objective } from "../../../../main/contract/index.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { OptionalNumberField } from "../number-field.tsx";

interface ObjectiveOfProps {
  readonly objective: Objective;
  readonly onChange: (objective: Objective) => void;
}

/** Objectives for streamed responses: the limited figure, and further criteria of goodput. */
export function ChatObjectiveFields({ objective, onChange }: ObjectiveOfProps) {
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Bound of</span>
        <Segmented
          label="Bound of"
          options={[
            { value: "firstToken", label: "First token" },
            { value: "response", label: "Whole response" },
          ]}
          value={objective.of ?? "response"}
          onPick={(of) => onChange({ ...objective, of, responseMs: null })}
        />
      </div>
      <OptionalNumberField
        label="And per token"
        path="objective.perTokenMs"
        unit="ms"
        none="any"
        help="Goodput counts only responses whose mean time per token is also within this."
        value={objective.perTokenMs ?? null}
        onChange={(perTokenMs) => onChange({ ...objective, perTokenMs })}
      />
      {objective.of === "firstToken" && (
        <OptionalNumberField
          label="And whole response"
          path="objective.responseMs"
          unit="ms"
          none="any"
          help="Goodput counts only responses that are also complete within this."
          value={objective.responseMs ?? null}
          onChange={(responseMs) => onChange({ ...objective, responseMs })}
        />
      )}
    </div>
  );
}
