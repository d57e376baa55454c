import type { ReactNode } from "react";
import { type ChatTrial, isPoolingRequest } from "../../../main/contract/index.ts";
import { PROVENANCE_TONES } from "../timing.tsx";
import { formatChange, formatCount, formatDuration } from "../../format/numbers.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import {
  firstTokenMs,
  computeGaps,
  median,
  most,
  tokensPerSecond,
  tokensPerSecondInAll,
} from "./figures.ts";

interface Row {
  readonly key: string;
  readonly name: ReactNode;
  readonly read: (trial: ChatTrial) => number | null;
  readonly format: (value: number | null) => string;
}

/** How many tokens, how soon and how fast, next to those of the same prompt before. */
export function TokenTable({ trial, before }: { trial: ChatTrial; before: ChatTrial | null }) {
  const prompt: Row = {
    key: "prompt",
    name: "Prompt tokens",
    read: ({ usage }) => usage?.promptTokens ?? null,
    format: formatCount,
  };
  const generated: readonly Row[] = [
    {
      key: "cached",
      name: <CachedHead trial={trial} />,
      read: ({ cacheHits }) => cacheHits?.tokens ?? null,
      format: formatCount,
    },
    {
      key: "answer",
      name: "Response tokens",
      read: ({ usage }) => usage?.completionTokens ?? null,
      format: formatCount,
    },
    ...(trial.usage?.reasoningTokens
      ? [
          {
            key: "reasoning",
            name: "Of these, reasoning",
            read: ({ usage }: ChatTrial) => usage?.reasoningTokens ?? null,
            format: formatCount,
          },
        ]
      : []),
    { key: "first", name: "First token after sending", read: firstTokenMs, format: formatDuration },
    {
      key: "gap",
      name: "Between tokens, p50",
      read: (each) => median(computeGaps(each)),
      format: formatDuration,
    },
    {
      key: "most",
      name: "Between tokens, most",
      read: (each) => most(computeGaps(each)),
      format: formatDuration,
    },
    { key: "rate", name: "Tokens/s after the first", read: tokensPerSecond, format: formatCount },
    { key: "whole", name: "Tokens/s in all", read: tokensPerSecondInAll, format: formatCount },
  ];
  const isGenerated = !isPoolingRequest(trial.request);
  const rows = isGenerated ? [prompt, ...generated] : [{ ...prompt, name: "Input tokens" }];
  const cacheHits = isGenerated ? trial.cacheHits : null;
  return (
    <>
      <DataTable
        caption="Tokens"
        columns={[
          { key: "figure", head: "Figure" },
          { key: "now", head: "This", numeric: true },
          { key: "before", head: "Before", numeric: true },
          { key: "change", head: "Change", numeric: true },
        ]}
        rows={rows.map(({ key, name, read, format }) => {
          const [now, then] = [read(trial), before && read(before)];
          const change = now === null || !then ? null : (now - then) / then;
          return { key, cells: [name, format(now), format(then), formatChange(change)] };
        })}
      />
      {cacheHits && <p className="text-muted text-xs">Prefix cache: {cacheHits.words}</p>}
    </>
  );
}

function CachedHead({ trial: { cacheHits } }: { trial: ChatTrial }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      From the prefix cache
      {cacheHits && (
        <Badge tone={PROVENANCE_TONES[cacheHits.provenance] ?? "neutral"}>
          {cacheHits.provenance}
        </Badge>
      )}
    </span>
  );
}
