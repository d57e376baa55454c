import { formatMoment } from "../format/time.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { useNow } from "../ui/use-now.ts";
import type { DraftState } from "./draft.ts";

const words: Record<DraftState["save"], string> = {
  same: "As applied",
  unsaved: "Draft, saving…",
  saved: "Draft saved",
  elsewhere: "Draft kept in this browser; another window has its own",
  failed: "Draft kept in this browser; the host could not save it",
};

interface DraftBarProps {
  readonly state: DraftState;
  readonly onDiscard: () => void;
  readonly onReview: () => void;
}

/** Whether the text differs from the active configuration, with actions. */
export function DraftBar({ state, onDiscard, onReview }: DraftBarProps) {
  const { save, restoredFrom } = state;
  const now = useNow(60_000);
  const changed = save !== "same";
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span role="status" className="flex items-center gap-2 text-muted">
        <Badge
          tone={changed ? (save === "failed" || save === "elsewhere" ? "bad" : "warn") : "neutral"}
        >
          {words[save]}
        </Badge>
        {restoredFrom !== null && <>restored from {formatMoment(restoredFrom, now)}</>}
      </span>
      <Button disabled={!changed} onClick={onDiscard}>
        Discard
      </Button>
      <Button look="primary" disabled={!changed} onClick={onReview} data-hint="Ctrl S">
        Review and apply
      </Button>
    </span>
  );
}
