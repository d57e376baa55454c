import type { ModelDetail } from "../../../main/contract/index.ts";
import { ShapeField } from "../../sizes/shape-field.tsx";
import { usePlan } from "./plan-context.ts";
import { errorWithin } from "./validate.ts";

interface ShapeFieldsProps {
  readonly shapes: Readonly<Record<string, number[]>>;
  readonly at: string;
  readonly detail: ModelDetail | undefined;
  readonly onChange: (shapes: Record<string, number[]>) => void;
}

/** Sizes for the dimensions that the model leaves open, by input. */
export function ShapeFields({ shapes, at, detail, onChange }: ShapeFieldsProps) {
  const { errors } = usePlan();
  const names = Object.keys(shapes);
  if (names.length === 0) return null;
  const batched = Number(detail?.config?.["max_batch_size"] ?? 0) > 0;
  const dimsOf = (name: string) =>
    detail?.inputs.find((input) => input.name === name)?.shape.slice(batched ? 1 : 0);
  return (
    <div className="flex flex-wrap gap-6">
      {names.map((name) => (
        <ShapeField
          key={name}
          input={name}
          dims={dimsOf(name)}
          shape={shapes[name]}
          help="Of one item."
          error={errorWithin(errors, `${at}.${name}`)}
          onChange={(sizes) => onChange({ ...shapes, [name]: sizes ?? [] })}
        />
      ))}
    </div>
  );
}
