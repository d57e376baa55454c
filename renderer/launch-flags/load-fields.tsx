import { useState } from "react";
import type { ExperimentPlan, ExperimentSummary } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useExperiments } from "../host/use-experiments.ts";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { TextField } from "../ui/text-field.tsx";
import { readLevels } from "./levels.ts";

const SUGGESTED = "suggested";

interface LoadChoice {
  readonly model: string;
  /** {@link SUGGESTED}, or the id of an experiment. */
  readonly source: string;
  readonly levels: string;
  readonly seconds: number | null;
}

interface LaunchLoad {
  readonly models: readonly string[];
  readonly choice: LoadChoice;
  readonly set: (change: Partial<LoadChoice>) => void;
  /** Experiments whose load can be taken. */
  readonly earlier: readonly ExperimentSummary[];
  /** Null: not complete. */
  readonly plan: ExperimentPlan | null;
  readonly error: Error | null;
}

/** The load that base and candidates get: suggested, or that of an earlier experiment. */
export function useLaunchLoad(serverId: string, models: readonly string[]): LaunchLoad {
  const [chosen, setChosen] = useState<LoadChoice>({
    model: "",
    source: SUGGESTED,
    levels: "1, 4, 16",
    seconds: 30,
  });
  const model = models.includes(chosen.model) ? chosen.model : (models[0] ?? "");
  const earlier = (useExperiments(model).data ?? []).filter(
    ({ plan }) => plan.wire === "openai" && plan.goal.kind !== "compare",
  );
  const suggestion = useRequest("lab.suggest", { serverId, model }, { enabled: model !== "" });
  const taken = earlier.find(({ id }) => String(id) === chosen.source);
  const { levels, seconds } = chosen;
  return {
    models,
    choice: { ...chosen, model, source: taken ? chosen.source : SUGGESTED },
    set: (change) => setChosen({ ...chosen, ...change }),
    earlier,
    plan: taken?.plan ?? withLoad(suggestion.data?.plan, levels, seconds),
    error: suggestion.error,
  };
}

export function LoadFields({ load }: { load: LaunchLoad }) {
  const { models, choice, set, earlier, error } = load;
  const { model, source, levels, seconds } = choice;
  if (model === "")
    return (
      <p className="text-muted">The server has to answer once, so that its models are known.</p>
    );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Model">
          {(control) => (
            <Select
              {...control}
              options={models.map((name) => ({ value: name, label: name }))}
              value={model}
              onPick={(name) => set({ model: name, source: SUGGESTED })}
            />
          )}
        </Field>
        <Field label="Load">
          {(control) => (
            <Select
              {...control}
              className="max-w-96"
              options={[
                { value: SUGGESTED, label: "Suggested: prompts of words" },
                ...earlier.map(({ id, name }) => ({
                  value: String(id),
                  label: `As experiment ${id}: ${name}`,
                })),
              ]}
              value={source}
              onPick={(next) => set({ source: next })}
            />
          )}
        </Field>
        {source === SUGGESTED && (
          <>
            <TextField
              label="Clients at once"
              value={levels}
              onChange={(next) => set({ levels: next })}
              error={readLevels(levels) ? null : "Whole numbers from 1, separated by commas."}
              className="w-36"
            />
            <NumberInput
              label="Seconds per step"
              value={seconds}
              error={isSeconds(seconds) ? undefined : "From 1 to 3600."}
              onChange={(next) => set({ seconds: next })}
            />
          </>
        )}
      </div>
      {error && <ErrorNotice title="Can't suggest a load" error={error} />}
      <p className="text-muted">
        Base and candidates get the same requests. For other lengths, rates or an objective, run an
        experiment first and choose it here.
      </p>
    </div>
  );
}

function withLoad(
  plan: ExperimentPlan | undefined,
  text: string,
  seconds: number | null,
): ExperimentPlan | null {
  const levels = readLevels(text);
  if (!plan || !levels || !isSeconds(seconds)) return null;
  return {
    ...plan,
    load: { kind: "concurrency", levels, thinkMs: 0 },
    secondsPerStep: seconds,
  };
}

const isSeconds = (seconds: number | null): seconds is number =>
  seconds !== null && seconds >= 1 && seconds <= 3600;
