import { useState } from "react";
import { useOverview } from "../../host/topics.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { type Port, writtenTensors } from "./ensemble.ts";
import type { NewStep } from "./ensemble-edits.ts";
import { proposedInputs, proposedOutputs, type Typed, writtenType } from "./step-proposal.ts";
import { toTensorType, typeText } from "./tensor-types.ts";
import { useStepModels } from "./use-step-models.ts";

interface AddStepProps {
  readonly serverId: string;
  /** The ensemble itself, which can't be its own step. */
  readonly own: string;
  readonly of: Typed;
  readonly onAdd: (step: NewStep) => void;
  readonly onClose: () => void;
}

const OPEN = "";

/** Selects a model of the server and connects its tensors. */
export function AddStep({ serverId, own, of, onAdd, onClose }: AddStepProps) {
  const frame = useOverview(serverId);
  const others = (frame?.models ?? []).filter(({ name }) => name !== own);
  const [picked, setPicked] = useState<string | null>(null);
  const model = picked ?? others[0]?.name ?? "";
  const [version, setVersion] = useState("-1");
  const [joined, setJoined] = useState<ReadonlyMap<string, string>>(new Map());
  const known = useStepModels(serverId, own, model === "" ? [] : [model]).get(model);
  const config = known?.state === "known" ? known.config : null;
  const tensors = writtenTensors(of.ensemble);
  const inputs = config && proposedInputs(of, config);
  const outputs = config && proposedOutputs(of, config);

  const joinedInput = (name: string) => joined.get(`in ${name}`) ?? inputs?.get(name) ?? OPEN;
  const joinedOutput = (name: string) => joined.get(`out ${name}`) ?? outputs?.get(name) ?? "";
  const join = (key: string, tensor: string) => setJoined(new Map(joined).set(key, tensor));
  const ports = (role: "input" | "output", tensorOf: (name: string) => string): Port[] =>
    (config?.[role] ?? [])
      .map(({ name }) => ({ name, tensor: tensorOf(name).trim() }))
      .filter(({ tensor }) => tensor !== OPEN);
  const versions = others.find(({ name }) => name === model)?.versions ?? [];

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a step"
      description="Added after the last step. The order of steps in the text does not affect when they run."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={model === ""}
            onClick={() =>
              onAdd({
                model,
                version: Number(version),
                inputs: ports("input", joinedInput),
                outputs: ports("output", joinedOutput),
              })
            }
          >
            Add step
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Model">
          {(control) => (
            <Select
              {...control}
              options={others.map(({ name }) => ({ value: name, label: name }))}
              value={model}
              onPick={(next) => {
                setPicked(next);
                setVersion("-1");
                setJoined(new Map());
              }}
            />
          )}
        </Field>
        <Field label="Version">
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "-1", label: "Newest" },
                ...versions.map((each) => ({ value: each, label: each })),
              ]}
              value={version}
              onPick={setVersion}
            />
          )}
        </Field>
        {known?.state === "asking" && <p className="text-muted">Asking the server…</p>}
        {known && known.state !== "asking" && config === null && (
          <p className="text-muted">
            {model} is not loaded, so its inputs and outputs are not known. The step is added
            without; connect it by name afterwards.
          </p>
        )}
        {known?.state === "known" && known.byFile && (
          <p className="text-muted">
            {model} is not loaded; its inputs and outputs are those of its files.
          </p>
        )}
        {config?.input.map((input) => (
          <Field
            key={input.name}
            label={`Input ${input.name} reads`}
            help={`Type: ${typeText(toTensorType(config, input))}.`}
          >
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: OPEN, label: "nothing yet" },
                  ...tensors.map((tensor) => ({
                    value: tensor,
                    label: `${tensor}: ${typeText(writtenType(tensor, of))}`,
                  })),
                ]}
                value={joinedInput(input.name)}
                onPick={(tensor) => join(`in ${input.name}`, tensor)}
              />
            )}
          </Field>
        ))}
        {config?.output.map(({ name }) => (
          <Field key={name} label={`Output ${name} writes`}>
            {(control) => (
              <TextInput
                {...control}
                value={joinedOutput(name)}
                onChange={(event) => join(`out ${name}`, event.target.value)}
              />
            )}
          </Field>
        ))}
      </div>
    </Dialog>
  );
}
