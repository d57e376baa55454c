import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { RunVerdict } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";

const selectReasons = ({ reasons }: RunVerdict, severity: "invalid" | "note") =>
  reasons.filter((reason) => reason.severity === severity).map(({ text }) => text);

/** Whether a measurement is valid, with the reasons in the hint. */
export function VerdictBadge({ verdict }: { verdict: RunVerdict }) {
  const notes = selectReasons(verdict, "note");
  if (verdict.verdict === "valid") {
    return (
      <Badge tone="good" hint={["All limits were met.", ...notes].join("\n")}>
        Valid
        {notes.length > 0 && `, ${notes.length} ${notes.length === 1 ? "note" : "notes"}`}
      </Badge>
    );
  }
  return (
    <Badge tone="bad" hint={[...selectReasons(verdict, "invalid"), ...notes].join("\n")}>
      <ShieldAlert aria-hidden="true" />
      Invalid
    </Badge>
  );
}

interface CountedProps {
  readonly invalid: number;
  readonly of: number;
}

/** The number of invalid measurements of an experiment; nothing if all are valid. */
export function InvalidBadge({ invalid, of }: CountedProps) {
  if (invalid === 0) return null;
  return (
    <Badge
      tone="bad"
      hint={`${invalid} of ${of} measurements exceeded a limit. Open the experiment to see which.`}
    >
      <ShieldAlert aria-hidden="true" />
      {invalid === of ? "Invalid" : `${invalid} of ${of} invalid`}
    </Badge>
  );
}

/** Shown if all measurements of an experiment are valid; others have a notice. */
export function ValidBadge({ invalid, of }: CountedProps) {
  if (invalid > 0 || of === 0) return null;
  return (
    <Badge tone="good" hint="All measurements are within the limits.">
      <ShieldCheck aria-hidden="true" />
      Valid
    </Badge>
  );
}
