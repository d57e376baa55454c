import { useState } from "react";
import type { Unreadable } from "../../main/contract/index.ts";
import { Button } from "./button.tsx";
import { Confirm } from "./confirm.tsx";
import { Notice } from "./notice.tsx";

interface UnreadableListProps {
  readonly items: readonly Unreadable[] | null;
  /** "connection", "fleet" */
  readonly what: string;
  readonly onRemove: (item: Unreadable) => void;
}

/** Stored objects that can't be opened, with the reason. Removing one asks first. */
export function UnreadableList({ items, what, onRemove }: UnreadableListProps) {
  const [asked, setAsked] = useState<Unreadable | null>(null);
  return (
    <>
      {items?.map((item) => (
        <Notice
          key={item.id}
          tone="bad"
          title={`Can't open ${item.name}`}
          actions={
            <Button onClick={() => setAsked(item)} aria-label={`Remove ${item.name}`}>
              Remove
            </Button>
          }
        >
          Its stored data can't be used. {item.reason}
        </Notice>
      ))}
      {asked && (
        <Confirm
          open
          title={`Remove ${asked.name}?`}
          verb={`Remove ${what}`}
          onConfirm={() => onRemove(asked)}
          onClose={() => setAsked(null)}
        >
          Its stored data and secrets are deleted. If a newer version of Batchdeck wrote it, that
          version can still open it until then.
        </Confirm>
      )}
    </>
  );
}
