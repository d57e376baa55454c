import { useState } from "react";
import type { ShownTensor } from "../../main/contract/index.ts";
import { formatBytes } from "../format/numbers.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

/** Number of initially visible elements. */
const FEW = 12;

/** A tensor's name, datatype, shape and size, and its first elements. */
export function TensorValues({ tensor }: { tensor: ShownTensor }) {
  const { name, values, elements } = tensor;
  const [open, setOpen] = useState(false);
  const shown = open ? values : values.slice(0, FEW);
  const left = elements - shown.length;
  return (
    <section aria-label={name} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 className="break-all font-medium font-mono">{name}</h3>
        <TensorSummary tensor={tensor} />
        <span className="ml-auto flex">
          {values.length > FEW && (
            <Button
              look="quiet"
              aria-expanded={open}
              aria-label={`${open ? "Fewer" : `First ${values.length}`} of ${name}`}
              onClick={() => setOpen(!open)}
            >
              {open ? "Fewer" : `First ${values.length}`}
            </Button>
          )}
          <CopyButton name={`Copy ${name}`} text={`[${values.join(", ")}]`} />
        </span>
      </div>
      <Elements name={name} shown={shown} left={left} />
    </section>
  );
}

export function TensorSummary({ tensor: { datatype, shape, bytes } }: { tensor: ShownTensor }) {
  return (
    <span className="text-muted">
      {datatype} [{shape.join(", ")}] · {formatBytes(bytes)}
    </span>
  );
}

export function Elements(props: { name: string; shown: readonly string[]; left: number }) {
  const { name, shown, left } = props;
  return (
    <p
      // Focusable, since it scrolls.
      tabIndex={0}
      role="region"
      aria-label={`Values of ${name}`}
      className="max-h-40 overflow-auto break-words rounded-md bg-sunken px-3 py-1.5 font-mono text-xs"
    >
      {shown.length === 0 ? "no elements" : shown.join(", ")}
      {left > 0 && <span className="text-muted"> … {left.toLocaleString("en-US")} more</span>}
    </p>
  );
}
