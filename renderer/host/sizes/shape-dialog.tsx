import { useState } from "react";
import type { ModelDetail, ModelSizes } from "../../../main/contract/index.ts";
import { useAction, useRequest } from "../requests.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { AttemptList, formatSizes } from "./attempt-list.tsx";
import { ShapeField } from "./shape-field.tsx";

interface ShapeDialogProps {
  readonly serverId: string;
  readonly model: string;
  /** Earlier attempts. */
  readonly sizes: ModelSizes;
  readonly onClose: () => void;
  /** Called when a request with these sizes succeeded; they are stored. */
  readonly onFound: (sizes: ModelSizes) => void;
}

/** Asks for the shape of a model's inputs if none is known to work, and tries it. */
export function ShapeDialog({ serverId, model, sizes, onClose, onFound }: ShapeDialogProps) {
  const { data: detail } = useRequest("models.detail", { serverId, model });
  const attempt = useAction("sizes.try", ["sizes.get", "clients.prepare", "lab.suggest"]);
  const search = useAction("sizes.find", ["sizes.get", "clients.prepare", "lab.suggest"]);
  const [shapes, setShapes] = useState<Record<string, number[] | undefined>>({});
  const [values, setValues] = useState<Record<string, string>>({});
  const latest = attempt.data ?? search.data ?? sizes;
  const wrong =
    Object.values(shapes).some((shape) => shape?.some(Number.isNaN)) ||
    Object.values(values).some((text) => valueProblem(text) !== null);
  const busy = attempt.isPending || search.isPending;
  const found = (result: ModelSizes) => result.state === "found" && onFound(result);
  const send = () => {
    search.reset();
    const given = Object.entries(shapes).filter(([, shape]) => shape !== undefined);
    const byInput = { ...latest.byInput };
    for (const [name, text] of Object.entries(values)) {
      const value = Number(text);
      if (text.trim() !== "") byInput[name] = { kind: "uniform", least: value, most: value };
    }
    const choice = { ...latest.shapes, ...(Object.fromEntries(given) as Record<string, number[]>) };
    attempt.mutate({ serverId, model, shapes: choice, byInput }, { onSuccess: found });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={`Shape for ${model}`}
      description="The model has dynamic dimensions. Enter sizes that it runs with; one request checks them."
      actions={
        <>
          <Button
            disabled={busy}
            onClick={() => {
              attempt.reset();
              search.mutate({ serverId, model }, { onSuccess: found });
            }}
          >
            {search.isPending ? "Trying…" : "Try common sizes"}
          </Button>
          <Button look="primary" disabled={busy || wrong || !detail} onClick={send}>
            {attempt.isPending ? "Trying…" : "Try this shape"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {Object.entries(latest.shapes).map(([name, shape]) => (
            <ShapeField
              key={name}
              input={name}
              dims={detail && itemDims(detail, name)}
              shape={undefined}
              placeholder={shape.join(", ")}
              onChange={(next) => setShapes({ ...shapes, [name]: next })}
            />
          ))}
          {detail &&
            singleIntegers(detail).map((name) => (
              <Field
                key={name}
                label={`Value of ${name}`}
                error={valueProblem(values[name] ?? "")}
                className="w-40"
              >
                {(control) => (
                  <TextInput
                    {...control}
                    className="w-full"
                    inputMode="numeric"
                    placeholder={formatConstant(latest, name)}
                    value={values[name] ?? ""}
                    onChange={({ target: { value } }) => setValues({ ...values, [name]: value })}
                  />
                )}
              </Field>
            ))}
        </div>
        {(attempt.error ?? search.error) && (
          <ErrorNotice
            title="No request was sent"
            error={(attempt.error ?? search.error) as Error}
          />
        )}
        {latest.state === "failed" && latest.attempts.length > 0 && (
          <Notice
            tone="bad"
            title={
              latest.attempts.length === 1
                ? `${model} does not run with ${formatSizes(latest.attempts[0] ?? latest)}`
                : `${model} does not run with any of ${latest.attempts.length} common sizes`
            }
          >
            <AttemptList attempts={latest.attempts} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function itemDims({ inputs, config }: ModelDetail, name: string): number[] | undefined {
  const batched = Number(config?.["max_batch_size"] ?? 0) > 0;
  return inputs.find((input) => input.name === name)?.shape.slice(batched ? 1 : 0);
}

/** Inputs with a single integer, whose value may decide whether a request succeeds. */
function singleIntegers({ inputs, config }: ModelDetail): string[] {
  const batched = Number(config?.["max_batch_size"] ?? 0) > 0;
  return inputs.flatMap(({ name, datatype, shape }) => {
    const dims = batched ? shape.slice(1) : shape;
    return /^U?INT/.test(datatype) && dims.every((dim) => dim === 1) ? [name] : [];
  });
}

/** Why a text isn't a value of an integer input; null if it is, or if it is empty. */
function valueProblem(text: string): string | null {
  return text.trim() === "" || Number.isSafeInteger(Number(text))
    ? null
    : `“${text}” is not a whole number.`;
}

function formatConstant({ byInput }: ModelSizes, name: string): string {
  const content = byInput[name];
  return content?.kind === "uniform" && content.least === content.most
    ? String(content.least)
    : "random";
}
