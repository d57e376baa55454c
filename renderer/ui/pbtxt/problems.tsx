import { AlertTriangle, CheckCircle2, Info, Wrench, XCircle } from "lucide-react";
import type { Finding } from "../../../engine/config/index.ts";

const icons = {
  error: <XCircle aria-label="Error" role="img" className="mt-0.5 size-4 shrink-0 text-bad" />,
  warning: (
    <AlertTriangle aria-label="Warning" role="img" className="mt-0.5 size-4 shrink-0 text-warn" />
  ),
  info: <Info aria-label="Note" role="img" className="mt-0.5 size-4 shrink-0 text-accent" />,
};

const stages: Record<Finding["stage"], string> = {
  syntax: "does not parse",
  validation: "rejected on validation",
  load: "rejected on load",
  ensemble: "rejected as an ensemble",
  running: "shows when running",
};

interface ProblemsProps {
  readonly findings: readonly Finding[];
  /** Shown without findings; default: "No problems found." */
  readonly none?: string | undefined;
  readonly onJump: (finding: Finding) => void;
  readonly onFix: (finding: Finding) => void;
}

/** Findings for the text, with their positions and fixes. */
export function Problems({ findings, none = "No problems found.", onJump, onFix }: ProblemsProps) {
  return (
    <section aria-label="Problems" className="shrink-0 border-line border-t">
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-2 text-muted">
          <CheckCircle2 aria-hidden="true" className="size-4 text-good" />
          {none}
        </p>
      ) : (
        <ul className="max-h-36 overflow-auto py-1">
          {findings.map((finding) => (
            <li
              key={`${finding.id} ${finding.from} ${finding.message}`}
              className="flex items-start gap-1 pr-3 hover:bg-hover"
            >
              <button
                type="button"
                onClick={() => onJump(finding)}
                className="flex min-w-0 flex-1 items-start gap-2 py-1 pl-4 text-left"
              >
                {icons[finding.severity]}
                <span className="wrap-anywhere min-w-0 flex-1">{finding.message}</span>
                <span className="shrink-0 text-muted text-xs">
                  {stages[finding.stage]} · {finding.line}:{finding.column}
                </span>
              </button>
              {finding.fix && <FixButton finding={finding} onFix={onFix} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FixButtonProps {
  readonly finding: Finding;
  readonly onFix: (finding: Finding) => void;
}

/** A button that applies a finding's fix. */
export function FixButton({ finding, onFix }: FixButtonProps) {
  if (!finding.fix) return null;
  return (
    <button
      type="button"
      onClick={() => onFix(finding)}
      className="my-0.5 inline-flex shrink-0 items-center gap-1 rounded border border-line-strong bg-surface px-1.5 py-px text-xs hover:bg-hover"
    >
      <Wrench aria-hidden="true" className="size-3" />
      {finding.fix.title}
    </button>
  );
}
