import { useEffect, useId, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";

interface StartFootProps {
  readonly replicas: number;
  /** Why it can't start as planned, as a sentence; null if it can. */
  readonly against: string | null;
  readonly busy: boolean;
  /** Why the host rejected it. */
  readonly refusal: Error | null;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

/** The bottom of the dialog: the start button, with the reason if it is disabled. */
export function StartFoot(props: StartFootProps) {
  const { replicas, against, busy, refusal, onStart, onCancel } = props;
  const why = useId();
  const refusalRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) refusalRef.current?.focus();
  }, [refusal]);
  return (
    <>
      <div className="min-w-0 flex-1 self-center">
        {refusal ? (
          <div ref={refusalRef} tabIndex={-1} className="max-h-40 overflow-auto">
            <ErrorNotice title="Can't start the rollout" error={refusal} />
          </div>
        ) : (
          <p id={why} role="status" className="text-muted">
            {against}
          </p>
        )}
      </div>
      <Button onClick={onCancel}>Cancel</Button>
      <Button
        look="primary"
        disabled={busy || against !== null}
        aria-describedby={why}
        onClick={onStart}
      >
        Roll out over {replicas === 1 ? "1 replica" : `${replicas} replicas`}
      </Button>
    </>
  );
}
