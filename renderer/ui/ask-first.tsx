import { type ReactNode, useState } from "react";
import { Confirm } from "./confirm.tsx";

interface AskFirstProps {
  /** A question that names the target. */
  readonly title: string;
  /** What happens, and whether it can be undone. */
  readonly consequence: ReactNode;
  /** Verb and object: "Delete job". */
  readonly verb: string;
  readonly onConfirm: () => void;
  /** The control that opens the question. */
  readonly children: (ask: () => void) => ReactNode;
}

/** A control whose action is confirmed first. */
export function AskFirst({ title, consequence, verb, onConfirm, children }: AskFirstProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {children(() => setAsking(true))}
      <Confirm
        open={asking}
        title={title}
        verb={verb}
        onConfirm={onConfirm}
        onClose={() => setAsking(false)}
      >
        {consequence}
      </Confirm>
    </>
  );
}
