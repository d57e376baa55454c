import type { ReactNode } from "react";
import type { TuningSession } from "../../main/contract/index.ts";
import { cx } from "../ui/classes.ts";

const STAGES = ["Baseline", "Choose", "Measure", "Decide", "Result"] as const;

const reached: Readonly<Record<TuningSession["state"], number>> = {
  baseline: 0,
  choosing: 1,
  measuring: 2,
  deciding: 3,
  finished: 4,
  abandoned: 4,
};

/** The session's stage; choosing, measuring and deciding repeat. */
export function Stages({ session }: { session: TuningSession }) {
  return (
    <StageList stages={STAGES} now={reached[session.state]}>
      {session.steps.length > 0 && (
        <li className="text-muted">
          {session.steps.length} tried,{" "}
          {session.steps.filter(({ state }) => state === "kept").length} kept
        </li>
      )}
    </StageList>
  );
}

interface StageListProps {
  readonly stages: readonly string[];
  /** From 0. */
  readonly now: number;
  /** List items behind the stages. */
  readonly children?: ReactNode;
}

/** Stages in order, with the current one marked. */
export function StageList({ stages, now, children }: StageListProps) {
  return (
    <ol aria-label="Stages" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {stages.map((stage, index) => (
        <li
          key={stage}
          aria-current={index === now ? "step" : undefined}
          className={cx(
            "flex items-center gap-2 rounded-full border px-3 py-0.5",
            index === now
              ? "border-accent bg-accent-soft font-semibold text-accent"
              : "border-line text-muted",
          )}
        >
          {index + 1}. {stage}
        </li>
      ))}
      {children}
    </ol>
  );
}
