import { Fold } from "../ui/fold.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { modelKind } from "../host/first-request.ts";
import { DeadlineField } from "./deadline-field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import type { ModelDetail, TrialRequest } from "../../main/contract/index.ts";

export interface FormProps {
  readonly detail: ModelDetail;
  readonly draft: TrialRequest;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (part: Partial<TrialRequest>) => void;
}

const FIELDS = ["deadlineMs", "priority", "timeoutMicros", "id", "sequence"];

/** Deadline, scheduling, sequence and id. */
export function ParameterFields({ detail, draft, errors, onChange }: FormProps) {
  const { priorityLevels, sequences, ensemble } = modelKind(detail);
  const { sequence } = draft;
  return (
    <Fold
      title="Parameters"
      summary={`deadline ${draft.deadlineMs || "?"} ms${draft.priority ? `, priority ${draft.priority}` : ""}${sequence ? `, sequence ${sequence.id}` : ""}`}
      wrong={FIELDS.some((field) => errors.has(field))}
    >
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <DeadlineField
          value={draft.deadlineMs}
          help="Then it is cancelled."
          error={errors.get("deadlineMs")}
          onChange={(deadlineMs) => onChange({ deadlineMs })}
        />
        {priorityLevels > 0 && (
          <NumberInput
            label="Priority"
            value={draft.priority}
            help={`1 to ${priorityLevels}, 1 first; 0: the default.`}
            error={errors.get("priority")}
            onChange={(value) => onChange({ priority: value ?? Number.NaN })}
          />
        )}
        <NumberInput
          label="Queue timeout"
          unit="µs"
          none="as configured"
          value={draft.timeoutMicros}
          help="Where the model’s queue policy allows it."
          error={errors.get("timeoutMicros")}
          className="w-44"
          onChange={(timeoutMicros) => onChange({ timeoutMicros })}
        />
        <Field label="Request id" error={errors.get("id") ?? null}>
          {(control) => (
            <TextInput
              {...control}
              className="w-44"
              placeholder="made up"
              value={draft.id}
              onChange={(event) => onChange({ id: event.target.value })}
            />
          )}
        </Field>
      </div>
      {(sequences || ensemble) && (
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
          <NumberInput
            label="Sequence id"
            {...(ensemble && { none: "none" })}
            value={sequence ? sequence.id : null}
            error={errors.get("sequence")}
            onChange={(id) =>
              onChange({
                sequence: id === null ? null : { start: true, end: true, ...sequence, id },
              })
            }
          />
          {sequence &&
            (["start", "end"] as const).map((flag) => (
              <label key={flag} className="flex h-8 items-center gap-2">
                <input
                  type="checkbox"
                  checked={sequence[flag]}
                  onChange={(event) =>
                    onChange({ sequence: { ...sequence, [flag]: event.target.checked } })
                  }
                />
                {flag === "start" ? "Starts the sequence" : "Ends it"}
              </label>
            ))}
        </div>
      )}
    </Fold>
  );
}
