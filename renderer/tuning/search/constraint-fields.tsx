import type { RequestResult } from "../../../main/contract/index.ts";
import { Card } from "../../ui/card.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import type { GoalDraft, GoalErrors } from "./goal-draft.ts";

interface ConstraintFieldsProps {
  readonly draft: GoalDraft;
  readonly errors: GoalErrors;
  readonly usual: Pick<RequestResult<"tuning.search.suggest">, "instanceMemory" | "objectives">;
  readonly onChange: (more: Partial<GoalDraft>) => void;
}

/** Constraints in addition to the goal's limit. */
export function ConstraintFields({ draft, errors, usual, onChange }: ConstraintFieldsProps) {
  const { instanceMemory, objectives } = usual;
  return (
    <Card title="Constraints">
      <div className="flex flex-wrap gap-6 px-4 py-3">
        <Field
          label="Max memory of the model, MiB"
          help="With all of its instances. Empty: no limit."
          error={errors.maxMemoryMiB ?? null}
          className="w-60"
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              value={draft.maxMemoryMiB}
              onChange={(event) => onChange({ maxMemoryMiB: event.target.value })}
            />
          )}
        </Field>
        {draft.maxMemoryMiB.trim() !== "" && (
          <Field
            label="Memory of an instance, MiB"
            help={BASIS[instanceMemory?.basis ?? "unknown"]}
            error={errors.instanceMiB ?? null}
            className="w-60"
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="decimal"
                value={draft.instanceMiB ?? toMiB(instanceMemory?.bytes)}
                onChange={(event) => onChange({ instanceMiB: event.target.value })}
              />
            )}
          </Field>
        )}
        {objectives.length > 0 && (
          <label className="flex w-80 items-start gap-2">
            <input
              type="checkbox"
              className="mt-1"
              checked={draft.keepObjectives}
              onChange={(event) => onChange({ keepObjectives: event.target.checked })}
            />
            <span>
              Keep the latency objectives of other models
              <span className="block text-muted text-xs">
                {objectives.map(({ model, p99Ms }) => `${model}: p99 ≤ ${p99Ms} ms`).join(", ")}.
                Checked during each measurement, while these models have traffic.
              </span>
            </span>
          </label>
        )}
      </div>
    </Card>
  );
}

const BASIS = {
  server: "As the server reports it. Measured again with each configuration.",
  resident:
    "Derived: what the engine's resident set grew by when the model was loaded. Measured again with each configuration.",
  files: "Size of the model's files: at least that much. This server doesn't report memory.",
  stated: "",
  unknown: "Neither this server nor the model's files show it. Enter what an instance takes.",
} as const;

const toMiB = (bytes: number | undefined) =>
  bytes === undefined ? "" : String(Number((bytes / 2 ** 20).toPrecision(3)));
