import { Field, Select, TextInput } from "../ui/field.tsx";
import type { ReadCosts, TypedCosts } from "./cost-typed.ts";

interface CostInputsProps {
  readonly typed: TypedCosts;
  readonly read: ReadCosts;
  readonly onType: (typed: TypedCosts) => void;
  /** The Enter key. */
  readonly onSubmit?: () => void;
}

type TextName = "price" | "input" | "output" | "currency" | "gpus" | "watts";

/** Price of the measured server, and where its power comes from. */
export function CostInputs({ typed, read, onType, onSubmit }: CostInputsProps) {
  const input = (field: TextName, label: string, help?: string) => (
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
          onChange={(event) => onType({ ...typed, [field]: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter") onSubmit?.();
          }}
        />
      )}
    </Field>
  );
  return (
    <>
      <div className="flex flex-wrap gap-4">
        <Field label="Price of">
          {(control) => (
            <Select
              {...control}
              value={typed.per}
              options={[
                { value: "server", label: "the whole server, per hour" },
                { value: "gpu", label: "each GPU, per hour" },
                { value: "tokens", label: "tokens, per million" },
              ]}
              onPick={(per) => onType({ ...typed, per: per as TypedCosts["per"] })}
            />
          )}
        </Field>
        {typed.per === "tokens" ? (
          <>
            {input("input", "Per million input tokens")}
            {input("output", "Per million output tokens")}
          </>
        ) : (
          input("price", "Price per hour")
        )}
        {input("currency", "Currency", "A code or a sign.")}
        {typed.per === "gpu" &&
          input("gpus", "GPUs", "Default: as many as the server's metrics report.")}
      </div>
      <div className="flex flex-wrap gap-4">
        <Field
          label="Power from"
          help="Measured power is of the GPUs alone. DCGM: by the Prometheus that the server is linked to."
        >
          {(control) => (
            <Select
              {...control}
              value={typed.power}
              options={[
                { value: "any", label: "the server's metrics, else DCGM" },
                { value: "metrics", label: "the server's metrics" },
                { value: "prometheus", label: "DCGM through Prometheus" },
                { value: "entered", label: "a value that I enter" },
              ]}
              onPick={(power) => onType({ ...typed, power: power as TypedCosts["power"] })}
            />
          )}
        </Field>
        {typed.power === "entered" && input("watts", "Power, W", "Of the whole server.")}
      </div>
    </>
  );
}
