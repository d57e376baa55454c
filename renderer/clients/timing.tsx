import type { Trial } from "../../main/contract/index.ts";
import { formatChange, formatDuration } from "../format/numbers.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { type TimingRow, timingRows } from "./timing-rows.ts";

export const PROVENANCE_TONES: Readonly<Record<string, Tone>> = {
  exact: "good",
  derived: "warn",
  unavailable: "neutral",
};

/** The client's timing and the server's split, with those of the previous request. */
export function Timing({ trial, before }: { trial: Trial; before: Trial | null }) {
  const rows = timingRows(trial, before);
  const { split } = trial;
  return (
    <>
      <section aria-label="Client timing" className="flex flex-col gap-1">
        <h3 className="font-medium">Client</h3>
        <TimingTable
          caption="Client timing"
          rows={rows.filter(({ where }) => where === "client")}
        />
      </section>
      {split && (
        <section aria-label="Server’s split" className="flex flex-col gap-1">
          <h3 className="flex items-center gap-2 font-medium">
            Server
            <Badge tone={PROVENANCE_TONES[split.provenance] ?? "neutral"}>{split.provenance}</Badge>
            {split.batchSize !== null && (
              <span className="font-normal text-muted">in a batch of {split.batchSize}</span>
            )}
          </h3>
          <p className="text-muted text-xs">{split.words}</p>
          {split.provenance !== "unavailable" && (
            <TimingTable
              caption="Server’s split"
              rows={rows.filter(({ where }) => where === "server")}
            />
          )}
        </section>
      )}
    </>
  );
}

interface TimingTableProps {
  readonly caption: string;
  readonly rows: readonly Omit<TimingRow, "where">[];
}

export function TimingTable({ caption, rows }: TimingTableProps) {
  const longest = Math.max(0, ...rows.map(({ ms }) => ms ?? 0));
  return (
    <DataTable
      caption={caption}
      columns={[
        { key: "phase", head: "Phase" },
        { key: "share", head: <span className="sr-only">Share</span> },
        { key: "ms", head: "This", numeric: true },
        { key: "before", head: "Before", numeric: true },
        { key: "change", head: "Change", numeric: true },
      ]}
      rows={rows.map(({ key, name, ms, before }) => ({
        key,
        cells: [
          name,
          <Share key="share" of={longest === 0 ? 0 : (ms ?? 0) / longest} />,
          formatDuration(ms),
          formatDuration(before),
          ms === null || !before ? "–" : formatChange((ms - before) / before),
        ],
      }))}
    />
  );
}

function Share({ of }: { of: number }) {
  return (
    <span aria-hidden="true" className="block h-2 w-24 rounded-sm bg-sunken">
      <span
        className="block h-full rounded-sm bg-chart-1"
        style={{ width: `${(of * 100).toFixed(1)}%` }}
      />
    </span>
  );
}
