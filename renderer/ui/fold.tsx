import { type ReactNode, useState } from "react";

interface FoldProps {
  readonly title: string;
  /** The values inside, visible while closed. */
  readonly summary?: string;
  /** Something inside is invalid: it opens, and stays open when that is fixed. */
  readonly wrong?: boolean;
  readonly children: ReactNode;
}

/** A collapsible section for rarely used settings, with a summary. */
export function Fold({ title, summary, wrong = false, children }: FoldProps) {
  const [open, setOpen] = useState(wrong);
  const [wasWrong, setWasWrong] = useState(wrong);
  if (wrong !== wasWrong) {
    setWasWrong(wrong);
    if (wrong) setOpen(true);
  }
  return (
    <details
      className="rounded-md border border-line"
      open={open}
      onToggle={(event) =>
        event.target === event.currentTarget && setOpen(event.currentTarget.open)
      }
    >
      <summary className="px-3 py-1.5">
        <span className="font-medium">{title}</span>
        {summary && <span className="ml-2 text-muted">{summary}</span>}
      </summary>
      <div className="flex flex-col gap-4 border-line border-t px-3 py-3">{children}</div>
    </details>
  );
}
