import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { TextInput } from "../../ui/field.tsx";

interface LogFindProps {
  readonly text: string;
  /** Numbers of matching lines, ascending. */
  readonly matches: readonly number[];
  readonly current: number | null;
  readonly onLook: (text: string, line: number | null) => void;
}

/** Searches a log: Enter goes to the next match, Shift+Enter to the previous one. */
export function LogFind({ text, matches, current, onLook }: LogFindProps) {
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
