import type { Trial } from "../../main/contract/index.ts";
import { formatBytes, formatDuration } from "../format/numbers.ts";
import { formatClock } from "../format/time.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { Timing } from "./timing.tsx";
import { TensorValues } from "./values.tsx";

/** The outcome of a request. */
export function Answer({ trial, before }: { trial: Trial; before: Trial | null }) {
  const { status, responses, responseCount, split } = trial;
  return (
    <Card
      title="Response"
      aside={
        <span className="flex flex-wrap items-center gap-2">
          <Status trial={trial} />
          {split?.cache && (
            <Badge tone={split.cache === "hit" ? "good" : "neutral"}>cache {split.cache}</Badge>
          )}
        </span>
      }
    >
      <div className="flex flex-col gap-4 px-4 py-3">
        <p className="text-muted" aria-live="polite">
          {facts(trial)}
        </p>
        {status && !status.ok && (
          <Notice tone="bad" title={status.code}>
            {status.message}
          </Notice>
        )}
        {responses.slice(0, 1).map(({ outputs }) => (
          <div key="first" className="flex flex-col gap-3">
            {responseCount > 1 && <h3 className="font-medium">Response 1</h3>}
            {outputs.map((output) => (
              <TensorValues key={output.name} tensor={output} />
            ))}
          </div>
        ))}
        {responseCount > 1 && <Stream trial={trial} />}
        <Timing trial={trial} before={before} />
      </div>
    </Card>
  );
}

export function Status({ trial: { status } }: { trial: Pick<Trial, "status"> }) {
  if (!status) return <Badge tone="accent">under way</Badge>;
  return <Badge tone={status.ok ? "good" : "bad"}>{status.code}</Badge>;
}

function facts(trial: Trial): string {
  const { request, startedAt, modelVersion, requestBytes, responseBytes, responseCount } = trial;
  return [
    formatClock(startedAt),
    request.wire === "http" ? "HTTP" : "gRPC",
    modelVersion && `version ${modelVersion}`,
    requestBytes > 0 && `${formatBytes(requestBytes)} sent`,
    responseCount > 0 && `${formatBytes(responseBytes)} received`,
    responseCount > 1 && `${responseCount} responses`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Responses of a decoupled model after the first, in order of arrival. */
function Stream({ trial: { responses, responseCount } }: { trial: Trial }) {
  const left = responseCount - responses.length;
  return (
    <section aria-label="Further responses">
      <ol
        // Focusable, since it scrolls.
        tabIndex={0}
        start={2}
        className="max-h-48 overflow-auto rounded-md bg-sunken px-3 py-1.5 font-mono text-xs"
      >
        {responses.slice(1).map(({ atMs, outputs }, i) => (
          // oxlint-disable-next-line react/no-array-index-key: the list only grows at its end
          <li key={i}>
            <span className="text-muted">
              {i + 2}. after {formatDuration(atMs)}:
            </span>{" "}
            {outputs.map(({ name, values }) => `${name} [${values.join(", ")}]`).join("  ")}
          </li>
        ))}
      </ol>
      {left > 0 && <p className="text-muted text-xs">{left} more arrived and are not kept.</p>}
    </section>
  );
}
