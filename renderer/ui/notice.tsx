import { AlertTriangle, CheckCircle2, Info, XCircle } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "./badge.tsx";
import { cx } from "./classes.ts";

const looks: Record<Exclude<Tone, "neutral">, { frame: string; icon: typeof Info }> = {
  accent: { frame: "border-accent/40 bg-accent-soft [&>svg]:text-accent", icon: Info },
  good: { frame: "border-good/40 bg-good-soft [&>svg]:text-good", icon: CheckCircle2 },
  warn: { frame: "border-warn/40 bg-warn-soft [&>svg]:text-warn", icon: AlertTriangle },
  bad: { frame: "border-bad/40 bg-bad-soft [&>svg]:text-bad", icon: XCircle },
};

interface NoticeProps {
  readonly tone: Exclude<Tone, "neutral">;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons at the end. */
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** Information in its context. Errors are announced to assistive technology. */
export function Notice({ tone, title, children, actions, className }: NoticeProps) {
  const { frame, icon: Icon } = looks[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={cx("flex items-start gap-3 rounded-lg border px-4 py-2.5", frame, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="break-words text-ink">{children}</div>}
      </div>
      {actions && <div className="flex shrink-0 flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

/** A failed request: the host's message and a retry button. */
export function ErrorNotice({
  title,
  error,
  retry,
}: {
  title: string;
  error: Error;
  retry?: ReactNode;
}) {
  return (
    <Notice tone="bad" title={title} actions={retry}>
      {error.message}
    </Notice>
  );
}
