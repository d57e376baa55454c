import type { Deployment } from "../../main/contract/index.ts";
import { NumberInput } from "../ui/number-input.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { type PlanFieldsProps, StorageFields } from "./storage-fields.tsx";

type TextKey = "name" | "namespace" | "image" | "cpu" | "memory";
type NumberKey = Exclude<
  { [K in keyof Deployment]: Deployment[K] extends number ? K : never }[keyof Deployment],
  undefined
>;

/** What runs in the cluster: model storage, resources per replica, and autoscaling. */
export function PlanForm(props: PlanFieldsProps) {
  const { plan, errors, onChange } = props;
  const text = (key: TextKey, label: string, help?: string) => (
    <Field label={label} help={help} error={errors[key] ?? null}>
      {(control) => (
        <TextInput
          {...control}
          value={plan[key]}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          onChange={(event) => onChange({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  const number = (key: NumberKey, label: string, unit?: string, help?: string) => (
    <NumberInput
      label={label}
      value={plan[key]}
      {...(unit !== undefined && { unit })}
      {...(help !== undefined && { help })}
      error={errors[key]}
      className="w-full"
      onChange={(value) => onChange({ [key]: value ?? Number.NaN })}
    />
  );
  return (
    <div className="flex flex-col gap-5 px-4 py-3">
      <Group title="Place">
        {text("name", "Name", "Of everything in the cluster.")}
        {text("namespace", "Namespace")}
        <div className="col-span-2">{text("image", "Triton's image")}</div>
      </Group>
      <StorageFields {...props} />
      <Group title="A replica">
        {text("cpu", "CPUs", "e.g. 4 or 500m")}
        {text("memory", "Memory", "e.g. 8Gi; its limit, too")}
        {number("gpus", "GPUs")}
        {number("cacheMiB", "Response cache", "MiB", "Only where a model uses it.")}
        {number("startupSeconds", "Time to load", "s", "After that it counts as failed.")}
        {number(
          "drainSeconds",
          "Time to finish",
          "s",
          "For accepted requests when a replica stops.",
        )}
      </Group>
      <Group title="Scaling">
        {number("leastReplicas", "Least replicas")}
        {number("mostReplicas", "Most replicas")}
        {number(
          "queueToCompute",
          "Queue to compute",
          "×",
          "Replicas are added while requests wait longer than this many times their compute time.",
        )}
        {number("queueAlert", "Alert over", "waiting", "For one model in one replica.")}
      </Group>
    </div>
  );
}

export function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid grid-cols-2 gap-x-4 gap-y-3">
      <legend className="mb-2 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
