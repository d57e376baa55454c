import { getRouteApi } from "@tanstack/react-router";
import type { HostEvent } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useHostEvents } from "../host/topics.ts";
import type { EventsSearch } from "../search.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Select } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useNow } from "../ui/use-now.ts";

const route = getRouteApi("/events");

const levels = [
  { value: "all", label: "All" },
  { value: "info", label: "Info" },
  { value: "warning", label: "Warnings" },
  { value: "error", label: "Errors" },
] as const;

const tones: Record<HostEvent["level"], { tone: Tone; word: string }> = {
  info: { tone: "neutral", word: "Info" },
  warning: { tone: "warn", word: "Warning" },
  error: { tone: "bad", word: "Error" },
};

/** Events of the host, newest first, including those from before its last start. */
export function Events() {
  const events = useHostEvents();
  const { level, source } = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow(30_000);
  const look = (change: Partial<EventsSearch>) =>
    void navigate({
      to: "/events",
      search: (before: EventsSearch) => ({ ...before, ...change }),
      replace: true,
    });
  const sources = [...new Set(events.map((event) => event.source))].sort();
  const shown = events
    .filter((event) => level === "all" || event.level === level)
    .filter((event) => source === "" || event.source === source)
    .toReversed();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Level"
          options={levels}
          value={level}
          onPick={(next) => look({ level: next })}
        />
        <Select
          aria-label="Source"
          value={source}
          onPick={(next) => look({ source: next })}
          options={[
            { value: "", label: "All sources" },
            ...sources.map((each) => ({ value: each, label: each })),
          ]}
        />
        <span className="text-muted" role="status">
          {shown.length} of {events.length} events
        </span>
      </div>
      <Card>
        {shown.length === 0 ? (
          <Empty title="No events">
            Loads, configuration changes, experiments and failures appear here.
          </Empty>
        ) : (
          <DataTable
            caption="Events"
            columns={[
              { key: "time", head: "Time" },
              { key: "level", head: "Level" },
              { key: "source", head: "Source" },
              { key: "message", head: "Message" },
            ]}
            rows={shown.map((event) => ({
              key: `${event.time} ${event.id}`,
              cells: [
                <span key="time" className="whitespace-nowrap text-muted">
                  {formatMoment(event.time, now)}
                </span>,
                <Badge key="level" tone={tones[event.level].tone}>
                  {tones[event.level].word}
                </Badge>,
                event.source,
                <span key="message" className="break-words">
                  {event.message}
                </span>,
              ],
            }))}
          />
        )}
      </Card>
    </div>
  );
}
