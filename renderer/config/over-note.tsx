import type { ComponentProps } from "react";
import { Notice } from "../ui/notice.tsx";

/** A temporary notice, e.g. while typing, shown over its subject so that nothing moves. */
export function OverNote(props: Omit<ComponentProps<typeof Notice>, "className">) {
  return (
    <div className="sticky top-10 z-10 h-0">
      <Notice {...props} className="absolute inset-x-3 top-3 shadow-pop" />
    </div>
  );
}
