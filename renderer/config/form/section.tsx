import { type ReactNode, useId } from "react";

interface SectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the form. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="@container border-line border-b px-4 py-3 [contain-intrinsic-size:auto_12rem] [content-visibility:auto] last:border-b-0"
    >
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="font-semibold text-base">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Controls in as many columns as fit. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-x-6 gap-y-2 @md:grid-cols-2">{children}</div>;
}
