import { useMemo } from "react";
import type { PodLogWish } from "../../../main/contract/index.ts";
import { formatClock } from "../../format/time.ts";
import { count } from "../../format/text.ts";
import { Dot } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { LogText } from "./log-text.tsx";
import { listLines, type LogView, matchesIn } from "./log-view.ts";
import { usePodLog } from "./use-pod-log.ts";
import { ChevronDown, ChevronUp } from "lucide-react";
import { TextInput } from "../../ui/field.tsx";

interface LogReadingProps {
  readonly wish: PodLogWish;
  /** Identifies the subscription; a new one starts again. */
  readonly reading: string;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  readonly onAgain: () => void;
}

/** The search text, and the number of the current match. */
export interface Look {
  readonly text: string;
  readonly line: number | null;
}

/** A log: state, lines and actions. */
export function LogReading({ wish, reading, look, onLook, onAgain }: LogReadingProps) {
  const view = usePodLog(wish, reading);
  const { text, line: current } = look;
  const matches = useMemo(() => matchesIn(view, text), [view, text]);
  const { pod, container, previous } = wish;
  const all = () => listLines(view).join("\n");
  const save = () =>
    saveFile({
      fileName: `${pod}-${container}${previous ? "-previous" : ""}.log`,
      mediaType: "text/plain",
      content: `${all()}\n`,
    });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <LogFind
          text={text}
          matches={matches}
          current={current}
          onLook={(next, line) => onLook({ text: next, line })}
        />
        <div className="flex gap-2">
          {view.kept > 0 && (
            <CopyButton label="Copy all" name="Copy all lines" text={async () => all()} />
          )}
          <Button disabled={view.kept === 0} onClick={save} aria-label="Save the log">
            Save
          </Button>
          <Button onClick={onAgain}>Read again</Button>
        </div>
      </div>
      <StateNotice view={view} />
      <LogText
        key={reading}
        label={`Log of ${container} in ${pod}`}
        view={view}
        text={text}
        current={current}
        onEnd={() => onLook({ text, line: null })}
      />
      <StateLine view={view} follow={wish.follow} />
    </div>
  );
}

/** What a user should know before relying on the lines. */
function StateNotice({ view: { state, words, at, kept } }: { view: LogView }) {
  if (words === "" || state === "open") return null;
  if (state === "failed")
    return (
      <Notice tone="bad" title={kept === 0 ? "No log to show" : "The log was interrupted"}>
        {words}
      </Notice>
    );
  if (state === "ended")
    return (
      <Notice tone="warn" title={`The log ended at ${formatClock(at)}`}>
        {words}
      </Notice>
    );
  return (
    <Notice tone="accent" title="Waiting for the log">
      {words}
    </Notice>
  );
}

function StateLine({ view, follow }: { view: LogView; follow: boolean }) {
  const { state, at, kept, dropped, reloadedAt } = view;
  const words = {
    opening: "Opening",
    quiet: "Waiting",
    open: follow ? "Following" : "Reading",
    ended: `Read until ${formatClock(at)}`,
    failed: `Failed at ${formatClock(at)}`,
  }[state];
  const tone = {
    opening: "accent",
    quiet: "accent",
    open: "good",
    ended: "neutral",
    failed: "bad",
  } as const;
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-muted">
      <Dot tone={tone[state]} pulse={state === "opening" || state === "quiet"} />
      <span className="text-ink">{words}</span>
      <span>
        · {kept === 0 && state === "ended" ? "it has written nothing" : count(kept, "line")}
        {dropped > 0 && `, ${count(dropped, "older one")} not kept`}
      </span>
      {reloadedAt !== null && (
        <span>
          · reloaded at {formatClock(reloadedAt)}, since the connection to the console was lost
        </span>
      )}
    </p>
  );
}

interface LogFindProps {
  readonly text: string;
  /** Numbers of matching lines, ascending. */
  readonly matches: readonly number[];
  readonly current: number | null;
  readonly onLook: (text: string, line: number | null) => void;
}

/** Searches a log: Enter goes to the next match, Shift+Enter to the previous one. */
function LogFind({ text, matches, current, onLook }: LogFindProps) {
  const place = current === null ? -1 : matches.indexOf(current);
  const go = (step: 1 | -1) => {
    const from = place >= 0 ? place : step === 1 ? -1 : 0;
    const next = matches.at((from + step + matches.length) % matches.length);
    onLook(text, next ?? null);
  };
  const none = matches.length === 0;
  return (
    <div className="flex items-center gap-1">
      <TextInput
        aria-label="Find in the log"
        type="search"
        placeholder="Find"
        spellCheck={false}
        autoComplete="off"
        className="w-52"
        value={text}
        onChange={(event) => onLook(event.target.value, null)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || none) return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      />
      <IconButton label="Line before" disabled={none} onClick={() => go(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label="Next line" disabled={none} onClick={() => go(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <span role="status" className="min-w-20 text-muted">
        {text === ""
          ? ""
          : none
            ? "no line"
            : place >= 0
              ? `${place + 1} of ${matches.length}`
              : `${matches.length} found`}
      </span>
    </div>
  );
}
