import type { ReactNode } from "react";
import { cx } from "./classes.ts";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad";

const tones: Record<Tone, string> = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent-soft text-accent",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

interface BadgeProps {
  readonly tone?: Tone;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

export function Badge({ tone = "neutral", hint, children }: BadgeProps) {
  return (
    <span
      data-hint={hint}
      className={cx(
        "inline-flex items-center gap-1 whitespace-nowrap rounded px-1.5 py-px font-medium text-xs [&_svg]:size-3",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

const dots: Record<Tone, string> = {
  neutral: "bg-muted",
  accent: "bg-accent",
  good: "bg-good",
  warn: "bg-warn",
  bad: "bg-bad",
};

/** A state's colour, next to its text. */
export function Dot({ tone, pulse = false }: { tone: Tone; pulse?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-block size-2 shrink-0 rounded-full",
        dots[tone],
        pulse && "animate-pulse",
      )}
    />
  );
}
