import { ArrowDown } from "lucide-react";
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/classes.ts";
import type { LogBlock, LogView } from "./log-view.ts";

interface LogTextProps {
  readonly label: string;
  readonly view: LogView;
  /** What is looked for; "": nothing. */
  readonly text: string;
  /** The number of the line that was found; null: none. */
  readonly current: number | null;
  /** The way back to the end was taken, from the line that was found, too. */
  readonly onEnd: () => void;
}

/** Nearer to its end than this, a log is read at its end, px. */
const NEAR = 24;

/** A log's lines. It stays at its end while that is in sight, and where a user scrolled to otherwise. */
export function LogText({ label, view, text, current, onEnd }: LogTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  const [atEnd, setAtEnd] = useState(true);
  const follows = atEnd && current === null;
  useLayoutEffect(() => {
    if (follows && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follows, view]);
  useLayoutEffect(() => {
    if (current === null) return;
    box.current
      ?.querySelector(`[data-line="${current}"]`)
      ?.scrollIntoView?.({ block: "center", behavior: "instant" });
  }, [current]);
  const follow = (element: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = element;
    if (scrollHeight - scrollTop - clientHeight < NEAR) setAtEnd(true);
    else if (scrollTop < top.current) setAtEnd(false);
    top.current = scrollTop;
  };
  const toEnd = () => {
    setAtEnd(true);
    onEnd();
  };
  return (
    <div className="relative">
      <div
        ref={box}
        // Scrolls by itself, so it takes the focus.
        tabIndex={0}
        role="region"
        aria-label={label}
        onScroll={(event) => follow(event.currentTarget)}
        className="h-[52vh] overflow-auto rounded-md border border-line bg-sunken py-2 font-mono text-xs"
      >
        {view.blocks.map((block) => (
          <Block
            key={block.first}
            block={block}
            text={text}
            current={current !== null && isIn(block, current) ? current : null}
          />
        ))}
      </div>
      {!follows && (
        <Button className="absolute right-5 bottom-3 shadow-pop" onClick={toEnd}>
          <ArrowDown aria-hidden="true" />
          Jump to newest line
        </Button>
      )}
    </div>
  );
}

function isIn({ first, lines }: LogBlock, line: number): boolean {
  return line >= first && line < first + lines.length;
}

interface BlockProps {
  readonly block: LogBlock;
  readonly text: string;
  readonly current: number | null;
}

const Block = memo(function Block({ block: { first, lines }, text, current }: BlockProps) {
  return lines.map((line, index) => (
    <div
      // A line keeps its number.
      key={first + index}
      data-line={first + index}
      className={cx(
        "wrap-anywhere min-h-[1lh] whitespace-pre-wrap px-3",
        first + index === current && "bg-accent-soft",
      )}
    >
      {marked(line, text)}
    </div>
  ));
});

function marked(line: string, text: string): ReactNode {
  if (text === "") return line;
  const parts: ReactNode[] = [];
  const [lower, wanted] = [line.toLowerCase(), text.toLowerCase()];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(line.slice(from, at));
    from = at + wanted.length;
    parts.push(
      <mark key={at} className="rounded-sm bg-warn text-surface">
        {line.slice(at, from)}
      </mark>,
    );
  }
  return parts.length === 0 ? line : [...parts, line.slice(from)];
}
