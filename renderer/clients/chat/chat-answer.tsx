import { MessageSquareReply, RotateCw } from "lucide-react";
import { type ChatTrial, isPoolingRequest } from "../../../main/contract/index.ts";
import { Status } from "../answer.tsx";
import { PROVENANCE_TONES, TimingTable } from "../timing.tsx";
import { formatBytes, formatCount } from "../../format/numbers.ts";
import { formatClock } from "../../format/time.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AnswerText } from "./answer-text.tsx";
import { clientRows, computeGaps, serverRows } from "./figures.ts";
import { PooledAnswer } from "./pooled-answer.tsx";
import { compared } from "./same-prompt.ts";
import { TokenGaps } from "./token-gaps.tsx";
import { TokenTable } from "./token-table.tsx";

interface ChatAnswerProps {
  readonly trial: ChatTrial;
  /** The same prompt before; null: there was none. */
  readonly before: ChatTrial | null;
  /** Null while a request is under way. */
  readonly onAgain: (() => void) | null;
  readonly onReply: () => void;
}

/** What became of a request. */
export function ChatAnswer({ trial, before, onAgain, onReply }: ChatAnswerProps) {
  const { status, choices, cut, request } = trial;
  const hasText = !isPoolingRequest(request);
  const canReply = request.endpoint !== "completions" && status?.ok && Boolean(choices[0]?.text);
  return (
    <Card
      title="Response"
      aside={
        <span className="flex flex-wrap items-center gap-2">
          <Status trial={trial} />
          {canReply && (
            <Button onClick={onReply}>
              <MessageSquareReply aria-hidden="true" />
              Reply
            </Button>
          )}
          <Button disabled={!onAgain} onClick={() => onAgain?.()}>
            <RotateCw aria-hidden="true" />
            Send again
          </Button>
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
        {choices.map((choice) => (
          <AnswerText
            key={choice.index}
            choice={choice}
            alone={choices.length === 1}
            isComing={status === null}
          />
        ))}
        {cut && <p className="text-muted text-xs">The rest of the response is not kept.</p>}
        <PooledAnswer trial={trial} />
        {hasText && status?.ok && (
          <Notice tone="accent" title={before ? "Same prompt, sent twice" : "Sent once"}>
            {before
              ? compared(trial, before)
              : "Send it again to see whether the prefix cache makes the first token faster."}
          </Notice>
        )}
        {status && <Figures trial={trial} before={before} />}
      </div>
    </Card>
  );
}

function Figures({ trial, before }: Pick<ChatAnswerProps, "trial" | "before">) {
  const { server, pieces, piecesMs, usage } = trial;
  const tokens = usage?.completionTokens ?? 0;
  return (
    <>
      {(pieces > 0 || usage) && (
        <section aria-label="Tokens" className="flex flex-col gap-2">
          <h3 className="font-medium">Tokens</h3>
          <TokenGaps gaps={computeGaps(trial)} left={pieces - piecesMs.length} />
          {pieces > 0 && tokens > pieces && (
            <p className="text-muted text-xs">
              {formatCount(tokens)} tokens arrived in {formatCount(pieces)} chunks: the server sends
              several at once, so the time between chunks is longer than between tokens.
            </p>
          )}
          <TokenTable trial={trial} before={before} />
        </section>
      )}
      <section aria-label="Client timing" className="flex flex-col gap-1">
        <h3 className="font-medium">Client</h3>
        <TimingTable caption="Client timing" rows={clientRows(trial, before)} />
      </section>
      {server && (
        <section aria-label="Server’s side" className="flex flex-col gap-1">
          <h3 className="flex items-center gap-2 font-medium">
            Server
            <Badge tone={PROVENANCE_TONES[server.provenance] ?? "neutral"}>
              {server.provenance}
            </Badge>
          </h3>
          <p className="text-muted text-xs">{server.words}</p>
          {server.provenance !== "unavailable" && (
            <TimingTable caption="Server’s side" rows={serverRows(trial, before)} />
          )}
        </section>
      )}
    </>
  );
}

function facts(trial: ChatTrial): string {
  const { startedAt, path, model, streamed, requestBytes, answerBytes } = trial;
  return [
    formatClock(startedAt),
    path,
    model && `answered by ${model}`,
    streamed !== null && (streamed ? "streamed" : "whole"),
    requestBytes > 0 && `${formatBytes(requestBytes)} sent`,
    answerBytes > 0 && `${formatBytes(answerBytes)} received`,
  ]
    .filter(Boolean)
    .join(" · ");
}
