import { useId } from "react";
import type { ModelDetail, PreparedTrial, TrialRequest } from "../../main/contract/index.ts";
import { ShapeField } from "../host/sizes/shape-field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Elements, TensorSummary } from "./values.tsx";

type Tensor = ModelDetail["inputs"][number];
type Way = "drawn" | "typed" | "left out";

interface InputFieldProps {
  readonly input: Tensor;
  readonly batched: boolean;
  readonly optional: boolean;
  readonly draft: TrialRequest;
  readonly prepared: PreparedTrial["inputs"][number] | undefined;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<TrialRequest>) => void;
}

const SHOWN = 12;

/** One input of the request: random, entered as JSON, or left out. */
export function InputField(props: InputFieldProps) {
  const { input, batched, optional, draft, prepared, error, onChange } = props;
  const { name, datatype, shape } = input;
  const dims = batched ? shape.slice(1) : shape;
  const typed = draft.values[name];
  const leftOut = draft.leftOut.includes(name);
  const way: Way = leftOut ? "left out" : typed === undefined ? "drawn" : "typed";
  const dynamic = dims.filter((dim) => dim < 0).length;
  // Entered values determine their shape, except for a flat list with several variable dimensions.
  const needsShape = way === "drawn" ? dynamic > 0 : way === "typed" && dynamic > 1;
  const pick = (next: Way) => {
    const { [name]: _, ...values } = draft.values;
    onChange({
      leftOut: [
        ...draft.leftOut.filter((each) => each !== name),
        ...(next === "left out" ? [name] : []),
      ],
      values: next === "typed" ? { ...values, [name]: typed ?? firstText(prepared) } : values,
    });
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Input {name}</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="break-all font-medium font-mono">{name}</span>
        {prepared ? (
          <TensorSummary tensor={prepared} />
        ) : (
          <span className="text-muted">
            {datatype} [{dims.join(", ")}]
          </span>
        )}
        <span className="ml-auto">
          <Segmented
            label={`Values of ${name}`}
            value={way}
            onPick={pick}
            options={[
              { value: "drawn", label: "Random" },
              { value: "typed", label: "Manual" },
              ...(optional ? [{ value: "left out", label: "Left out" } as const] : []),
            ]}
          />
        </span>
      </div>
      {needsShape && (
        <ShapeField
          input={name}
          dims={dims}
          shape={draft.shapes[name]}
          placeholder={prepared?.shape.slice(batched ? 1 : 0).join(", ")}
          onChange={(next) => {
            const { [name]: _, ...others } = draft.shapes;
            onChange({ shapes: next ? { ...others, [name]: next } : others });
          }}
        />
      )}
      {way === "typed" ? (
        <Typed
          name={name}
          text={typed ?? ""}
          error={error}
          onChange={(text) => onChange({ values: { ...draft.values, [name]: text } })}
        />
      ) : (
        <>
          {way === "drawn" && prepared && (
            <Elements
              name={name}
              shown={prepared.values.slice(0, SHOWN)}
              left={prepared.elements - Math.min(SHOWN, prepared.values.length)}
            />
          )}
          {error && <p className="text-bad text-xs">{error}</p>}
        </>
      )}
    </fieldset>
  );
}

/** Manual input starts with the random values, if all of them are known. */
function firstText(prepared: InputFieldProps["prepared"]): string {
  if (!prepared || prepared.values.length < prepared.elements) return "[]";
  return `[${prepared.values.join(", ")}]`;
}

interface TypedProps {
  readonly name: string;
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

function Typed({ name, text, error, onChange }: TypedProps) {
  const id = useId();
  return (
    <>
      <textarea
        aria-label={`${name} as JSON`}
        aria-invalid={Boolean(error)}
        aria-describedby={id}
        rows={Math.min(8, Math.max(2, Math.ceil(text.length / 60)))}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="resize-y rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs aria-invalid:border-bad"
      />
      <p id={id} className={error ? "text-bad text-xs" : "text-muted text-xs"}>
        {error ?? "JSON: a flat or nested array, in row-major order."}
      </p>
    </>
  );
}
