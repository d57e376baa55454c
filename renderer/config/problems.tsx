import { AlertTriangle, CheckCircle2, Info, XCircle } from "lucide-react";
import type { Finding } from "../../engine/config/index.ts";

const icons = {
  error: <XCircle aria-label="Error" role="img" className="mt-0.5 size-4 shrink-0 text-bad" />,
  warning: (
    <AlertTriangle aria-label="Warning" role="img" className="mt-0.5 size-4 shrink-0 text-warn" />
  ),
  info: <Info aria-label="Note" role="img" className="mt-0.5 size-4 shrink-0 text-accent" />,
};

const stages: Record<Finding["stage"], string> = {
  syntax: "does not parse",
  validation: "refused on validation",
  load: "refused on load",
  ensemble: "refused as an ensemble",
  running: "shows when running",
};

interface ProblemsProps {
  readonly findings: readonly Finding[];
  readonly onJump: (finding: Finding) => void;
}

/** What is wrong with the text, each with its place; choosing one goes there. */
export function Problems({ findings, onJump }: ProblemsProps) {
  return (
    <section aria-label="Problems" className="border-line border-t">
      {findings.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-2 text-muted">
          <CheckCircle2 aria-hidden="true" className="size-4 text-good" />
          No problems found.
        </p>
      ) : (
        <ul className="max-h-36 overflow-auto py-1">
          {findings.map((finding) => (
            <li key={`${finding.id} ${finding.from} ${finding.message}`}>
              <button
                type="button"
                onClick={() => onJump(finding)}
                className="flex w-full items-start gap-2 px-4 py-1 text-left hover:bg-hover"
              >
                {icons[finding.severity]}
                <span className="min-w-0 flex-1">{finding.message}</span>
                <span className="shrink-0 text-muted text-xs">
                  {stages[finding.stage]} · {finding.line}:{finding.column}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
