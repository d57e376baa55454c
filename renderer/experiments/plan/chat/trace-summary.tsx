import {
  REQUEST_TRACE_FORMATS,
  type RequestTraceSummary,
} from "../../../../main/contract/index.ts";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
} from "../../../format/numbers.ts";
import { count } from "../../../format/text.ts";

type Part = RequestTraceSummary["part"];

/** A trace's figures, and its arrivals over time. */
export function TraceSummary({ summary }: { readonly summary: RequestTraceSummary }) {
  const { format, bytes, sha256, skipped, part } = summary;
  const isTexts = part.turns !== null && part.sessions === null;
  const unit = isTexts ? "conversation" : "request";
  const of = part.requests === summary.requests ? "" : ` of ${formatCount(summary.requests)}`;
  const span = part.seconds === null ? "no timing" : formatDuration(part.seconds * 1000);
  const facts: [name: string, value: string][] = [
    [
      "File",
      `${REQUEST_TRACE_FORMATS[format]}, ${formatBytes(bytes)}, SHA-256 ${sha256.slice(0, 12)}…`,
    ],
    ["Replayed", `${count(part.requests, unit)}${of}, ${span}`],
    ...rateFact(part),
    [isTexts ? "First prompt tokens" : "Prompt tokens", tokensText(part.inputTokens)],
    [isTexts ? "First response tokens" : "Response tokens", answersText(part)],
    ...turnsFact(part),
    ...reuseFact(part),
    ...skipped.map((each): [string, string] => [
      "Left out",
      `${formatCount(each.count)} ${each.reason}`,
    ]),
  ];
  return (
    <section
      aria-label="Trace"
      className="flex flex-col gap-2 rounded-md border border-line px-3 py-3"
    >
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {part.arrivals && <Arrivals counts={part.arrivals} seconds={part.seconds ?? 0} />}
      {part.estimated && (
        <p className="text-muted text-xs">
          This format records texts: tokens are estimated as one for four characters.
        </p>
      )}
    </section>
  );
}

function rateFact({ requests, seconds, peakPerSecond }: Part): [string, string][] {
  if (seconds === null) return [];
  const peak = `at most ${formatCount(peakPerSecond)} in one second`;
  return [["Arrivals", `${formatCount(requests / seconds)} requests/s on average, ${peak}`]];
}

function turnsFact({ turns, sessions }: Part): [string, string][] {
  if (!turns) return [];
  const text = `${formatCount(turns.mean)} turns on average, at most ${formatCount(turns.max)}`;
  return [["Conversations", sessions === null ? text : `${formatCount(sessions)}, ${text}`]];
}

function reuseFact({ reusedShare }: Part): [string, string][] {
  if (reusedShare === null) return [];
  return [
    ["Shared prefixes", `${formatPercent(reusedShare)} of the prompt tokens were sent before`],
  ];
}

const tokensText = ({ mean, p50, p90, max }: Part["inputTokens"]) =>
  `mean ${formatCount(mean)}, p50 ${formatCount(p50)}, p90 ${formatCount(p90)}, max ${formatCount(max)}`;

function answersText({ outputTokens }: Part): string {
  if (outputTokens === null) return "not recorded: the response length applies";
  const { missing } = outputTokens;
  const others = missing === 0 ? "" : `; ${formatCount(missing)} are not recorded`;
  return `${tokensText(outputTokens)}${others}`;
}

const WIDTH = 600;
const HEIGHT = 48;

/** Requests in equal parts of the trace's time. */
function Arrivals({
  counts,
  seconds,
}: {
  readonly counts: readonly number[];
  readonly seconds: number;
}) {
  const most = Math.max(1, ...counts);
  const width = WIDTH / counts.length;
  const each = formatDuration((seconds * 1000) / counts.length);
  return (
    <figure className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={`Arrivals over time, at most ${count(most, "request")} in ${each}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-12 w-full text-chart-1"
      >
        {counts.map((number, i) => {
          const height = (number / most) * HEIGHT;
          return (
            <rect
              // oxlint-disable-next-line react/no-array-index-key: a bar is its place in time
              key={i}
              x={i * width}
              y={HEIGHT - height}
              width={width * 0.85}
              height={height}
              fill="currentColor"
            />
          );
        })}
      </svg>
      <figcaption className="text-muted text-xs">
        Arrivals over the recorded time, in parts of {each}; the highest bar is{" "}
        {count(most, "request")}.
      </figcaption>
    </figure>
  );
}
