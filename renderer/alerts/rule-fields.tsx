import { FIGURE_IDS, FIGURES, type FigureId } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useServer } from "../host/topics.ts";
import { Field, Select, TextInput } from "../ui/field.tsx";
import type { FormErrors, RuleForm } from "./form.ts";

interface PartProps {
  readonly form: RuleForm;
  readonly errors: FormErrors;
  readonly change: (part: Partial<RuleForm>) => void;
}

const figures = FIGURE_IDS.map((value) => ({ value, label: FIGURES[value].label }));
const comparisons = [
  { value: "over", label: "is over" },
  { value: "under", label: "is under" },
];
const made = [
  { value: "value", label: "Value, as exported" },
  { value: "rate", label: "Increase per second" },
  { value: "mean", label: "Mean of a histogram" },
  { value: "p50", label: "p50 of a histogram" },
  { value: "p95", label: "p95 of a histogram" },
  { value: "p99", label: "p99 of a histogram" },
];

export function FigureFields({ form, errors, change }: PartProps) {
  const { unit, meaning } = FIGURES[form.figure];
  return (
    <>
      <Field label="Figure" help={meaning}>
        {(control) => (
          <Select
            {...control}
            options={figures}
            value={form.figure}
            onPick={(figure) => change({ figure: figure as FigureId })}
          />
        )}
      </Field>
      <ThresholdFields
        form={form}
        errors={errors}
        change={change}
        unit={unit === "fraction" ? "%" : unit === "ratio" ? "" : unit}
      />
      <ModelField form={form} change={change} help="Empty: each model separately." />
    </>
  );
}

export function MetricFields({ form, errors, change }: PartProps) {
  const server = useServer();
  const { data } = useRequest(
    "observed.metrics",
    { serverId: server?.id ?? "" },
    { enabled: server !== null },
  );
  return (
    <>
      <Field
        label="Metric"
        help="As the server exports it. Samples that have these labels are summed."
        error={errors.metric ?? null}
      >
        {(control) => (
          <>
            <TextInput
              {...control}
              list="alert-metrics"
              placeholder={'name{model="m"}'}
              value={form.metric}
              onChange={(event) => change({ metric: event.target.value })}
            />
            <datalist id="alert-metrics">
              {data?.map(({ name, help }) => (
                <option key={name} value={name} label={help} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label="Taken as">
        {(control) => (
          <Select
            {...control}
            options={made}
            value={form.as}
            onPick={(as) => change({ as: as as RuleForm["as"] })}
          />
        )}
      </Field>
      <ThresholdFields form={form} errors={errors} change={change} unit="" />
    </>
  );
}

export function ModelField({
  form,
  change,
  help,
}: Pick<PartProps, "form" | "change"> & { help: string }) {
  return (
    <Field label="Model" help={help}>
      {(control) => (
        <TextInput
          {...control}
          value={form.model ?? ""}
          placeholder="each model"
          onChange={({ target }) => change({ model: target.value === "" ? null : target.value })}
        />
      )}
    </Field>
  );
}

function ThresholdFields({ form, errors, change, unit }: PartProps & { unit: string }) {
  return (
    <div className="flex items-start gap-2">
      <Field label="Comparison">
        {(control) => (
          <Select
            {...control}
            options={comparisons}
            value={form.comparison}
            onPick={(comparison) => change({ comparison: comparison as "over" | "under" })}
          />
        )}
      </Field>
      <Field
        label={unit === "" ? "Threshold" : `Threshold, ${unit}`}
        error={errors.threshold ?? null}
        className="min-w-0 flex-1"
      >
        {(control) => (
          <TextInput
            {...control}
            className="w-full"
            inputMode="decimal"
            value={form.threshold}
            onChange={(event) => change({ threshold: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
