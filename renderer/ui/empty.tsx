import type { ReactNode } from "react";

interface EmptyProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown while there is nothing: what would be here, and how to get it. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center [&>svg]:size-7 [&>svg]:text-muted">
      {icon}
      <p className="font-semibold text-base">{title}</p>
      {children && <div className="max-w-prose text-balance text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
