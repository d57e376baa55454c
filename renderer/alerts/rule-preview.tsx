import { useState } from "react";
import type { AlertDraft, AlertPreview } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useRequest } from "../host/requests.ts";
import { Segmented } from "../ui/segmented.tsx";
import { useNow } from "../ui/use-now.ts";
import { useSettled } from "../ui/use-settled.ts";
import { figureText, formatRoughSpan, formatSpan, conditionUnit } from "./alert-text.ts";

const spans = [
  { value: "1", label: "1 h" },
  { value: "24", label: "1 day" },
  { value: "720", label: "30 days" },
] as const;

/** How often a complete rule would have fired in the past. */
export function RulePreview({ rule }: { rule: AlertDraft | null }) {
  const [span, setSpan] = useState<"1" | "24" | "720">("24");
  const settled = useSettled(rule ? JSON.stringify(rule) : null);
  const asked = settled === null ? null : (JSON.parse(settled) as AlertDraft);
  const { data, error } = useRequest(
    "alerts.preview",
    { rule: asked ?? (rule as AlertDraft), hours: Number(span) },
    { enabled: asked !== null, keepPrevious: true },
  );
  return (
    <section aria-label="Preview" className="rounded-lg bg-sunken px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <p className="font-medium" aria-live="polite">
          {error ? error.message : data && rule ? headline(data) : "…"}
        </p>
        <Segmented label="Preview range" options={spans} value={span} onPick={setSpan} />
      </div>
      {data && rule && <Found preview={data} rule={rule} />}
    </section>
  );
}

function headline({ unavailable, series, count }: AlertPreview): string {
  if (unavailable !== null) return unavailable;
  if (series === 0) return "No history yet, so there is no preview.";
  if (count === 0) return "Would not have fired.";
  return count === 1 ? "Would have fired once." : `Would have fired ${count} times.`;
}

function Found({ preview, rule }: { preview: AlertPreview; rule: AlertDraft }) {
  const now = useNow();
  const { unavailable, firings, from, to, stepSeconds, series } = preview;
  if (unavailable !== null || series === 0) return null;
  // `from` is the end of the first step with data.
  const known = Math.max(stepSeconds, (to - from) / 1000);
  return (
    <>
      <p className="text-muted text-xs">
        The last {formatRoughSpan(known)}, one look every {formatSpan(stepSeconds)},{" "}
        {series === 1 ? "one model or server" : `${series} models or servers`}.
      </p>
      <ul className="mt-2 max-h-32 overflow-auto">
        {firings.slice(0, 8).map(({ serverId, server, model, from: began, to: ended, worst }) => (
          <li key={`${serverId} ${model} ${began}`} className="flex gap-3 py-0.5 text-xs">
            <span className="w-40 shrink-0 tabular-nums">{formatMoment(began, now)}</span>
            <span className="min-w-0 flex-1 truncate">
              {model === "" ? server : `${model} on ${server}`}
            </span>
            <span className="text-muted">
              {ended === null ? "still" : formatRoughSpan((ended - began) / 1000)}, worst{" "}
              {figureText(worst, conditionUnit(rule.condition))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
