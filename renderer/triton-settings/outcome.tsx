import { ErrorNotice, Notice } from "../ui/notice.tsx";

interface OutcomeProps {
  readonly error: Error | null;
  /** Settings that the server answered otherwise than asked. */
  readonly left: readonly string[];
}

/** What became of a change, in the server's words where it refused. */
export function Outcome({ error, left }: OutcomeProps) {
  if (error) return <ErrorNotice title="The server refused the change" error={error} />;
  if (left.length === 0) return null;
  return (
    <Notice tone="warn" title={`The server left ${left.join(", ")} as it was`}>
      It took the call without an error, but answered with other values: it sets them at its start
      alone, or does not know them.
    </Notice>
  );
}
