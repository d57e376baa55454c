import type { ReactNode } from "react";

/** A command-line option of the server, without line breaks. */
export function Flag({ children }: { children: ReactNode }) {
  return <code className="whitespace-nowrap">{children}</code>;
}
