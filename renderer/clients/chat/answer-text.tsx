import type { ChatChoice } from "../../../main/contract/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

interface AnswerTextProps {
  readonly choice: ChatChoice;
  /** Whether it is the only one. */
  readonly alone: boolean;
  readonly isComing: boolean;
}

/** What a model said. */
export function AnswerText({ choice, alone, isComing }: AnswerTextProps) {
  const { index, text, reasoning, calls, finishReason } = choice;
  const name = alone ? "Text" : `Choice ${index + 1}`;
  return (
    <section aria-label={name} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{name}</h3>
        {finishReason && (
          <Badge
            hint={FINISHES[finishReason]}
            tone={FINISHED.has(finishReason) ? "good" : "neutral"}
          >
            ended: {finishReason}
          </Badge>
        )}
        <span className="ml-auto flex">
          {text !== "" && <CopyButton name={`Copy: ${name}`} text={text} />}
        </span>
      </div>
      {reasoning !== "" && (
        <details open={text === ""} className="rounded-md border border-line">
          <summary className="px-3 py-1 text-muted">Reasoning</summary>
          <Said name={`Reasoning of ${name}`} text={reasoning} isQuiet />
        </details>
      )}
      {(text !== "" || (calls.length === 0 && reasoning === "")) && (
        <Said name={`${name} of the response`} text={text} isComing={isComing} />
      )}
      {calls.map((call, i) => (
        // oxlint-disable-next-line react/no-array-index-key: a call is its place
        <p key={i} className="wrap-anywhere rounded-md bg-sunken px-3 py-1.5 font-mono text-xs">
          {call.name}({call.arguments})
        </p>
      ))}
    </section>
  );
}

const FINISHED: ReadonlySet<string> = new Set(["stop", "completed"]);

const FINISHES: Readonly<Record<string, string>> = {
  stop: "The model finished, or a stop sequence was generated.",
  completed: "The model finished.",
  length: "Cut off at the maximum number of tokens.",
  max_output_tokens: "Cut off at the maximum number of tokens.",
  tool_calls: "The model requests tool calls.",
  content_filter: "A content filter of the server removed text.",
  abort: "The server aborted the request.",
};

interface SaidProps {
  readonly name: string;
  readonly text: string;
  readonly isQuiet?: boolean;
  readonly isComing?: boolean;
}

function Said({ name, text, isQuiet = false, isComing = false }: SaidProps) {
  return (
    <div
      // Scrolls by itself, so it takes the focus.
      tabIndex={0}
      role="region"
      aria-label={name}
      className={`max-h-96 overflow-auto wrap-anywhere whitespace-pre-wrap rounded-md bg-sunken px-3 py-2 ${isQuiet ? "text-muted" : ""}`}
    >
      {text === "" ? (
        <span className="text-muted">{isComing ? "Nothing yet…" : "No text."}</span>
      ) : (
        text
      )}
    </div>
  );
}
