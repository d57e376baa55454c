import type { ReactNode } from "react";

/** A flag of the server's command line, never broken into two lines. */
export function Flag({ children }: { children: ReactNode }) {
  return <code className="whitespace-nowrap">{children}</code>;
}
