import { useState } from "react";
import { type Costs, costs, type Experiment } from "../../../main/contract/index.ts";
import { useAction } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";

interface CostDialogProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

interface Typed {
  readonly price: string;
  readonly currency: string;
  readonly per: string;
  readonly gpus: string;
  readonly watts: string;
}

/** Price and power of the measured server, which don't change measurements and can be entered after the run. */
export function CostDialog({ experiment, onClose }: CostDialogProps) {
  const [typed, setTyped] = useState(() => toTyped(experiment.plan.costs));
  const update = useAction("lab.update", ["lab.get", "lab.list", "lab.compare"]);
  const read = readTyped(typed);
  const save = () =>
    "costs" in read &&
    update.mutate({ id: experiment.id, costs: read.costs }, { onSuccess: onClose });
  const set = (field: keyof Typed) => (value: string) =>
    setTyped((current) => ({ ...current, [field]: value }));
  const input = (field: keyof Typed, label: string, help?: string) => (
    <Field
      label={label}
      help={help}
      error={"wrong" in read && read.wrong === field ? read.message : null}
    >
      {(control) => (
        <TextInput
          {...control}
          className="w-32"
          value={typed[field]}
          onChange={(event) => set(field)(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && save()}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Price and power"
      description="Of the measured server. Leave empty what is unknown. Runs of the same plan keep both."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!("costs" in read) || update.isPending} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {update.error && <ErrorNotice title="Can't save price and power" error={update.error} />}
        <div className="flex flex-wrap gap-4">
          {input("price", "Price per hour")}
          {input("currency", "Currency", "A code or a sign.")}
          <Field label="Price of">
            {(control) => (
              <Select
                {...control}
                value={typed.per}
                options={[
                  { value: "server", label: "the whole server" },
                  { value: "gpu", label: "each GPU" },
                ]}
                onPick={set("per")}
              />
            )}
          </Field>
          {typed.per === "gpu" &&
            input("gpus", "GPUs", "Default: as many as the server's metrics report.")}
        </div>
        {input(
          "watts",
          "Power, W",
          "Of the whole server. Default: what its metrics report of its GPUs.",
        )}
      </div>
    </Dialog>
  );
}

const toTyped = (given: Costs | undefined): Typed => ({
  price: given?.price ? String(given.price.perHour) : "",
  currency: given?.price?.currency ?? "USD",
  per: given?.price?.per ?? "server",
  gpus: given?.gpus ? String(given.gpus) : "",
  watts: given?.watts ? String(given.watts) : "",
});

type Read =
  | { readonly costs: Costs | null }
  | { readonly wrong: keyof Typed; readonly message: string };

const MESSAGES: Readonly<Partial<Record<keyof Typed, string>>> = {
  price: "Enter an amount above 0, such as 2.5.",
  currency: "Enter up to five letters or a sign, such as USD or €.",
  gpus: "Enter a whole number from 1.",
  watts: "Enter a power above 0, such as 700.",
};

/** The typed costs; null if all fields are empty. */
export function readTyped(typed: Typed): Read {
  const number = (text: string) => (text.trim() === "" ? null : Number(text.replace(",", ".")));
  const [perHour, gpus, watts] = [number(typed.price), number(typed.gpus), number(typed.watts)];
  if (perHour === null && watts === null) return { costs: null };
  const result = costs.safeParse({
    price: perHour === null ? null : { perHour, per: typed.per, currency: typed.currency.trim() },
    gpus: typed.per === "gpu" ? gpus : null,
    watts,
  });
  if (result.success) return { costs: result.data };
  const path = result.error.issues[0]?.path ?? [];
  const wrong = path.includes("currency")
    ? "currency"
    : path[0] === "gpus" || path[0] === "watts"
      ? path[0]
      : "price";
  return { wrong, message: MESSAGES[wrong] ?? "" };
}
