import { type ReactNode, useEffect } from "react";

interface PageProps {
  readonly title: string;
  /** Replaces the title's text if it needs more than words. */
  readonly heading?: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every screen: one h1, which is also the window's title. */
export function Page({ title, heading, subtitle, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – Batchdeck`;
  }, [title]);
  return (
    <div className="flex w-full flex-col gap-4 px-6 py-5">
      <header className="flex items-start justify-between gap-6">
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center wrap-anywhere gap-x-3 gap-y-1 font-semibold text-xl leading-8">
            {heading ?? title}
          </h1>
          {subtitle && <div className="text-muted">{subtitle}</div>}
        </div>
        {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
