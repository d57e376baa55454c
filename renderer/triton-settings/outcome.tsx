import { ErrorNotice, Notice } from "../ui/notice.tsx";

interface OutcomeProps {
  readonly error: Error | null;
  /** Settings that the server returned with other values than requested. */
  readonly left: readonly string[];
}

/** The outcome of a change, with the server's message if it was rejected. */
export function Outcome({ error, left }: OutcomeProps) {
  if (error) return <ErrorNotice title="The server rejected the change" error={error} />;
  if (left.length === 0) return null;
  return (
    <Notice tone="warn" title={`The server left ${left.join(", ")} as it was`}>
      It accepted the call but reports other values: it sets them only at startup, or doesn't
      support them.
    </Notice>
  );
}
