import { type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/button.tsx";

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
      className="@container border-line border-b px-4 py-3 last:border-b-0"
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

/** Number of initially visible elements; a model may have hundreds of inputs. */
const FIRST = 12;

interface LongListProps<T> {
  readonly items: readonly T[];
  readonly children: (item: T, index: number) => ReactNode;
}

/** The start of a list, with a button that shows the rest. */
export function LongList<T>({ items, children }: LongListProps<T>) {
  const [all, setAll] = useState(false);
  return (
    <>
      {items.slice(0, all ? items.length : FIRST).map(children)}
      {!all && items.length > FIRST && (
        <Button onClick={() => setAll(true)}>Show all {items.length}</Button>
      )}
    </>
  );
}
