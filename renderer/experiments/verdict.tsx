import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { RunVerdict } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";

const reasonsOf = ({ reasons }: RunVerdict, severity: "invalid" | "note") =>
  reasons.filter((reason) => reason.severity === severity).map(({ text }) => text);

/** Whether a measurement may be used, with its reasons in the hint. */
export function VerdictBadge({ verdict }: { verdict: RunVerdict }) {
  const notes = reasonsOf(verdict, "note");
  if (verdict.verdict === "valid") {
    return (
      <Badge tone="good" hint={["Valid.", ...notes].join("\n")}>
        valid
        {notes.length > 0 && `, ${notes.length} ${notes.length === 1 ? "note" : "notes"}`}
      </Badge>
    );
  }
  return (
    <Badge tone="bad" hint={[...reasonsOf(verdict, "invalid"), ...notes].join("\n")}>
      <ShieldAlert aria-hidden="true" />
      INVALID
    </Badge>
  );
}

interface CountedProps {
  readonly invalid: number;
  readonly of: number;
}

/** So many of an experiment's measurements are invalid; nothing where none is. */
export function InvalidBadge({ invalid, of }: CountedProps) {
  if (invalid === 0) return null;
  return (
    <Badge
      tone="bad"
      hint={`${invalid} of ${of} measurements broke a rule of validity; open the experiment to see which.`}
    >
      <ShieldAlert aria-hidden="true" />
      {invalid === of ? "INVALID" : `${invalid} of ${of} INVALID`}
    </Badge>
  );
}

/** Whether an experiment's figures may be used; nothing before the first. */
export function ValidityBadge({ invalid, of }: CountedProps) {
  if (invalid > 0) return <InvalidBadge invalid={invalid} of={of} />;
  if (of === 0) return null;
  return (
    <Badge tone="good" hint="No measurement broke a rule of validity.">
      <ShieldCheck aria-hidden="true" />
      VALID
    </Badge>
  );
}
