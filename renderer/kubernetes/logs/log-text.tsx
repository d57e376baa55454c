import { ArrowDown } from "lucide-react";
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/classes.ts";
import type { LogBlock, LogView } from "./log-view.ts";

interface LogTextProps {
  readonly label: string;
  readonly view: LogView;
  /** The search text; "": none. */
  readonly text: string;
  /** The number of the current match; null: none. */
  readonly current: number | null;
  /** Called when the user returns to the end. */
  readonly onEnd: () => void;
}

/** Within this distance from its end, a log follows new lines, px. */
const NEAR = 24;

/** A log's lines. It follows new lines while its end is visible, and keeps its position otherwise. */
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
        // Focusable, since it scrolls.
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
      // A line's number doesn't change.
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
