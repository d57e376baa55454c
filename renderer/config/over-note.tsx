import type { ComponentProps } from "react";
import { Notice } from "../ui/notice.tsx";

/** Something that holds for a moment, such as while one types: over what it speaks of, so that nothing moves. */
export function OverNote(props: Omit<ComponentProps<typeof Notice>, "className">) {
  return (
    <div className="sticky top-10 z-10 h-0">
      <Notice {...props} className="absolute inset-x-3 top-3 shadow-pop" />
    </div>
  );
}
