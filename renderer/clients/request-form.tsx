import { Dices } from "lucide-react";
import type { ModelDetail, PreparedTrial, SizeAttempt } from "../../main/contract/index.ts";
import { IconButton } from "../ui/button.tsx";
import { SizesLine } from "../host/sizes/sizes-line.tsx";
import { Field, Select } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { modelKind, optionalInputs, type TrialWire } from "../host/first-request.ts";
import { InputField } from "./input-field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { type FormProps, ParameterFields } from "./parameter-fields.tsx";
import { Fold } from "../ui/fold.tsx";

interface RequestFormProps extends FormProps {
  /** Protocols to choose from. */
  readonly wires: readonly TrialWire[];
  readonly prepared: PreparedTrial | null;
  /** Attempted sizes if none is known to work. */
  readonly attempts: readonly SizeAttempt[] | null;
}

const isDynamic = ({ inputs }: ModelDetail) =>
  inputs.some(({ shape }) => shape.some((dim) => dim < 0));

/** All fields of a request. */
export function RequestForm(props: RequestFormProps) {
  const { detail, wires, draft, errors, onChange, prepared, attempts } = props;
  const { maxBatchSize, decoupled } = modelKind(detail);
  const optional = optionalInputs(detail);
  const versions = detail.versions.filter(({ state }) => state === "READY");
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <div className="flex flex-col gap-1">
          <span className="font-medium">Protocol</span>
          <Segmented
            label="Protocol"
            value={draft.wire}
            onPick={(wire) => onChange({ wire })}
            options={[
              { value: "http" as const, label: "HTTP" },
              { value: "grpc" as const, label: decoupled ? "gRPC stream" : "gRPC" },
            ].filter(({ value }) => wires.includes(value))}
          />
          {draft.wire === "http" && prepared?.jsonTensors && (
            <p
              className="text-muted text-xs"
              data-hint="The server does not report support for binary tensors."
            >
              JSON tensors
            </p>
          )}
          {errors.get("wire") && <p className="max-w-56 text-bad text-xs">{errors.get("wire")}</p>}
        </div>
        <Field label="Version" error={errors.get("modelVersion") ?? null}>
          {(control) => (
            <Select
              {...control}
              value={draft.modelVersion}
              onPick={(modelVersion) => onChange({ modelVersion })}
              options={[
                { value: "", label: "the server’s choice" },
                ...versions.map(({ version }) => ({ value: version, label: version })),
              ]}
            />
          )}
        </Field>
        {maxBatchSize > 0 && (
          <NumberInput
            label="Items"
            className="w-20"
            value={draft.batchSize}
            error={errors.get("batchSize")}
            onChange={(value) => onChange({ batchSize: value ?? Number.NaN })}
          />
        )}
        <div className="flex items-end gap-1">
          <NumberInput
            label="Seed"
            className="w-24"
            value={draft.seed}
            error={errors.get("seed")}
            onChange={(value) => onChange({ seed: value ?? Number.NaN })}
          />
          <IconButton
            label="Generate new values"
            onClick={() => onChange({ seed: ((draft.seed || 0) + 1) % 2 ** 32 })}
          >
            <Dices aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {!prepared && !attempts && errors.size === 0 && isDynamic(detail) && (
        <p className="text-muted text-xs">Looking for sizes that run…</p>
      )}
      {prepared && Object.keys(draft.shapes).length === 0 && <SizesLine sizes={prepared.sizes} />}
      {detail.inputs.map((input) => (
        <InputField
          key={input.name}
          input={input}
          batched={maxBatchSize > 0}
          optional={optional.has(input.name)}
          draft={draft}
          prepared={prepared?.inputs.find(({ name }) => name === input.name)}
          error={errors.get(`values.${input.name}`)}
          onChange={onChange}
        />
      ))}
      <ParameterFields {...props} />
      <OutputFields {...props} />
      {errors.get("") && (
        <Notice tone="bad" title="This cannot be sent">
          {errors.get("")}
        </Notice>
      )}
    </div>
  );
}

/** The outputs to request, optionally as classes. */
function OutputFields({ detail, draft, errors, onChange }: FormProps) {
  const { outputs } = draft;
  const names = detail.outputs.map(({ name }) => name);
  const asked = (name: string) => outputs.find((each) => each.name === name);
  const set = (name: string, classification: number | null) => {
    const now =
      outputs.length > 0 ? outputs : names.map((each) => ({ name: each, classification: 0 }));
    const others = now.filter((each) => each.name !== name);
    const next = classification === null ? others : [...others, { name, classification }];
    const whole = next.length === names.length && next.every((each) => each.classification === 0);
    onChange({ outputs: whole ? [] : next });
  };
  const isAsked = (name: string) => outputs.length === 0 || asked(name) !== undefined;
  return (
    <Fold
      title="Outputs"
      summary={outputs.length === 0 ? "all" : outputs.map(({ name }) => name).join(", ")}
      wrong={errors.has("outputs")}
    >
      {names.map((name) => (
        <div key={name} className="flex flex-wrap items-end gap-x-5 gap-y-2">
          <label className="flex h-8 min-w-32 items-center gap-2 font-mono">
            <input
              type="checkbox"
              checked={isAsked(name)}
              // With none selected, the server would return all.
              disabled={isAsked(name) && (outputs.length === 1 || names.length === 1)}
              onChange={(event) => set(name, event.target.checked ? 0 : null)}
            />
            {name}
          </label>
          {isAsked(name) && (
            <NumberInput
              label={`Best classes of ${name}`}
              none="the tensor"
              className="w-40"
              value={asked(name)?.classification || null}
              error={errors.get("outputs")}
              onChange={(value) => set(name, value ?? 0)}
            />
          )}
        </div>
      ))}
    </Fold>
  );
}
