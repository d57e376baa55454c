import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import type { Drawing, StepBox } from "./boxes.ts";
import type { End } from "./ensemble.ts";
import { endKey } from "./placed-findings.ts";

interface ConnectDialogProps {
  readonly drawing: Drawing;
  /** The target, if already chosen. */
  readonly to: End | null;
  readonly onConnect: (from: End, to: End) => void;
  readonly onClose: () => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly end: End;
}

/** Connects the producer of a tensor to a reader. */
export function ConnectDialog({ drawing, to, onConnect, onClose }: ConnectDialogProps) {
  const list = useId();
  const sources = listSources(drawing);
  const targets = listTargets(drawing);
  const [from, setFrom] = useState(sources[0]?.value ?? "");
  const [target, setTarget] = useState(to ? targetKey(to) : (targets[0]?.value ?? ""));
  const [port, setPort] = useState(to?.kind === "step" ? to.port : "");
  const source = sources.find(({ value }) => value === from)?.end;
  const chosen = targets.find(({ value }) => value === target)?.end;
  const step = chosen?.kind === "step" ? stepAt(drawing, chosen.step) : null;
  const end = chosen?.kind === "step" ? { ...chosen, port: port.trim() } : chosen;
  const isComplete = source && end && (end.kind !== "step" || end.port !== "");
  return (
    <Dialog
      open
      onClose={onClose}
      title="Connect a tensor"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={!isComplete}
            onClick={() => isComplete && onConnect(source, end)}
          >
            Connect
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="From">
          {(control) => <Select {...control} options={sources} value={from} onPick={setFrom} />}
        </Field>
        <Field label="To">
          {(control) => <Select {...control} options={targets} value={target} onPick={setTarget} />}
        </Field>
        {step && (
          <Field
            label="Input of the model"
            help={`An input of ${step.step.model}, by its name there.`}
          >
            {(control) => (
              <>
                <TextInput
                  {...control}
                  list={list}
                  value={port}
                  onChange={(event) => setPort(event.target.value)}
                />
                <datalist id={list}>
                  {step.inputs.map(({ name }) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}

function listSteps({ boxes }: Drawing): StepBox[] {
  return [...boxes.values()].filter((box) => box.kind === "step");
}

function stepAt(drawing: Drawing, index: number): StepBox | null {
  return listSteps(drawing).find(({ step }) => step.index === index) ?? null;
}

function listSources(drawing: Drawing): Choice[] {
  return [
    ...listTensors(drawing, "input"),
    ...listSteps(drawing).flatMap(({ step, outputs }) =>
      outputs.map(({ name, tensor }) => {
        const end: End = { kind: "step", step: step.index, port: name };
        const label = `${tensor ?? "new tensor"}: ${name} of step ${step.index}, ${step.model}`;
        return { value: endKey(end), label, end };
      }),
    ),
  ];
}

function listTargets(drawing: Drawing): Choice[] {
  return [
    ...listSteps(drawing).map(({ step }) => {
      const end: End = { kind: "step", step: step.index, port: "" };
      return { value: targetKey(end), label: `Step ${step.index}, ${step.model}`, end };
    }),
    ...listTensors(drawing, "output"),
  ];
}

function listTensors({ boxes }: Drawing, kind: "input" | "output"): Choice[] {
  return [...boxes.values()].flatMap((box) => {
    if (box.kind !== kind) return [];
    const end: End = { kind, tensor: box.tensor };
    return [{ value: endKey(end), label: `${box.tensor}: ${kind} of the ensemble`, end }];
  });
}

const targetKey = (end: End): string => (end.kind === "step" ? `step:${end.step}` : endKey(end));
