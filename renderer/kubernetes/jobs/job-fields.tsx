import type { Workload } from "../../../main/contract/index.ts";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { jobErrors, type JobForm } from "./job-form.ts";

interface JobFieldsProps {
  readonly form: JobForm;
  readonly workload: Workload;
  /** Whether an experiment defines what is measured. */
  readonly isPlanned: boolean;
  readonly onChange: (form: JobForm) => void;
}

/** What to measure, and the job's resources. */
export function JobFields({ form, workload, isPlanned, onChange }: JobFieldsProps) {
  const errors = jobErrors(form);
  const text = (field: Exclude<keyof JobForm, "wire">, label: string, help?: string, hint = "") => (
    <Field label={label} help={help} error={errors[field] ?? null}>
      {(control) => (
        <TextInput
          {...control}
          value={form[field]}
          placeholder={hint}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ ...form, [field]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid grid-cols-3 gap-x-4 gap-y-3">
      {!isPlanned && text("model", "Model", "As the server names it.", "resnet50")}
      <Field label="Service">
        {(control) => (
          <Select
            {...control}
            options={workload.addresses.map(({ service }) => ({ value: service, label: service }))}
            value={form.service}
            onPick={(service) => onChange({ ...form, service })}
          />
        )}
      </Field>
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Protocol</span>
        <Segmented
          label="Protocol"
          options={[
            { value: "http", label: "HTTP" },
            { value: "grpc", label: "gRPC" },
          ]}
          value={form.wire}
          onPick={(wire) => onChange({ ...form, wire })}
        />
      </div>
      {!isPlanned && (
        <>
          {text("concurrencies", "Clients at once", "One step each.")}
          {text("seconds", "Seconds per step")}
          {text("batchSize", "Items per request", "1 if the model doesn't batch.")}
        </>
      )}
      {text(
        "image",
        "Image",
        "Image of Batchdeck's command line, in a registry that the cluster can pull from.",
        "registry.example/batchdeck-cli:1",
      )}
      {text("cpu", "CPU request", "Cores. Too few distort the measurement.")}
      {text("memory", "Memory")}
    </div>
  );
}
