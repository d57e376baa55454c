import type { ChatRequest, ChatTrial } from "../../../main/contract/index.ts";
import { Status } from "../answer.tsx";
import { TrialActions } from "../trial-actions.tsx";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { formatClock } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { firstTokenMs } from "./figures.ts";

interface LastChatsProps {
  readonly trials: readonly ChatTrial[];
  readonly shown: ChatTrial | null;
  readonly onShow: (trial: ChatTrial) => void;
  /** Writes its request into the form. */
  readonly onReuse: (trial: ChatTrial) => void;
}

const MAX_PREVIEW_LENGTH = 60;

/** The session's last requests to the server, newest first. */
export function LastChats({ trials, shown, onShow, onReuse }: LastChatsProps) {
  return (
    <Card title="Last requests">
      <DataTable
        caption="Last requests"
        columns={[
          { key: "time", head: "Sent" },
          { key: "status", head: "Status" },
          { key: "first", head: "First token", numeric: true },
          { key: "total", head: "Total", numeric: true },
          { key: "cached", head: "Cached", numeric: true },
          { key: "actions", head: <span className="sr-only">Actions</span> },
        ]}
        rows={trials.toReversed().map((trial) => {
          const { startedAt, id, status, timing, cacheHits } = trial;
          const time = formatClock(startedAt);
          return {
            key: `${startedAt} ${id}`,
            cells: [
              <span key="time" className="flex min-w-32 flex-col">
                {time}
                <span className="line-clamp-1 wrap-anywhere text-muted text-xs">
                  {describePrompt(trial)}
                </span>
              </span>,
              <Status key="status" trial={trial} />,
              formatDuration(firstTokenMs(trial)),
              formatDuration(status ? (timing?.totalMs ?? null) : null),
              formatCount(cacheHits?.tokens ?? null),
              <TrialActions
                key="actions"
                time={time}
                shown={trial === shown}
                onShow={() => onShow(trial)}
                onReuse={() => onReuse(trial)}
              />,
            ],
          };
        })}
      />
    </Card>
  );
}

function describePrompt({ request }: ChatTrial): string {
  const text = promptOf(request);
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text;
}

function promptOf({ endpoint, messages, prompt, texts, query }: ChatRequest): string {
  switch (endpoint) {
    case "completions":
      return prompt;
    case "embeddings":
      return texts[0] ?? "";
    case "rerank":
      return query;
    default:
      return messages.at(-1)?.content ?? "";
  }
}
