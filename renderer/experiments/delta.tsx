import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { formatChange } from "../format/numbers.ts";
import { cx } from "../ui/classes.ts";
import type { Difference } from "./comparison.ts";

interface DeltaProps {
  readonly difference: Difference | null;
  readonly format: (value: number | null) => string;
}

const words = { better: "better", worse: "worse", same: "about the same" };

/** A difference: by how much, in which direction, and whether that is good, in words and in colour. */
export function Delta({ difference, format }: DeltaProps) {
  if (!difference) return <span className="text-muted text-xs">no counterpart</span>;
  const { before, change, share, verdict } = difference;
  const Icon = verdict === "same" ? Equal : change > 0 ? ArrowUp : ArrowDown;
  const amount = `${change > 0 ? "+" : change < 0 ? "−" : "±"}${format(Math.abs(change))}`;
  return (
    <span
      data-hint={`Before: ${format(before)}`}
      className={cx(
        "flex flex-col items-end whitespace-nowrap text-xs leading-4",
        verdict === "better" && "text-good",
        verdict === "worse" && "text-bad",
        verdict === "same" && "text-muted",
      )}
    >
      <span>{share === null ? amount : `${amount} (${formatChange(share)})`}</span>
      <span className="inline-flex items-center gap-0.5">
        <Icon aria-hidden="true" className="size-3" />
        {words[verdict]}
      </span>
    </span>
  );
}
