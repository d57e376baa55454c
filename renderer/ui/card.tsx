import { type ReactNode, useId } from "react";
import { cx } from "./classes.ts";

interface CardProps {
  readonly title?: ReactNode;
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A framed part of a page; with a title it is a region of that name. */
export function Card({ title, aside, className, children }: CardProps) {
  const id = useId();
  const frame = cx("rounded-lg border border-line bg-surface", className);
  if (title === undefined) return <div className={frame}>{children}</div>;
  return (
    <section aria-labelledby={id} className={frame}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
