import { Fragment } from "react";
import type { Block, Inline } from "./markdown.ts";
import { linkedRule } from "./rule-pages.ts";

interface MarkdownViewProps {
  readonly blocks: readonly Block[];
  /** Called for links to other rules' pages. */
  readonly onRule: (rule: string) => void;
}

/** Parts are keyed by position, since pages don't change while shown. */
export function MarkdownView({ blocks, onRule }: MarkdownViewProps) {
  const inline = (parts: readonly Inline[]) =>
    parts.map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={at}>
        <InlineView part={part} onRule={onRule} />
      </Fragment>
    ));
  const view = (block: Block) => {
    switch (block.kind) {
      case "heading":
        return block.level <= 2 ? (
          <h3 className="mt-2 font-semibold text-base">{inline(block.inline)}</h3>
        ) : (
          <h4 className="mt-1 font-semibold">{inline(block.inline)}</h4>
        );
      case "paragraph":
        return <p>{inline(block.inline)}</p>;
      case "code":
        return (
          <pre
            // Focusable, so that long lines can be scrolled by keyboard.
            tabIndex={0}
            className="overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs"
          >
            {block.text}
          </pre>
        );
      case "list": {
        const items = block.items.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{inline(item)}</li>
        ));
        return block.ordered ? (
          <ol className="flex list-decimal flex-col gap-1 pl-6">{items}</ol>
        ) : (
          <ul className="flex list-disc flex-col gap-1 pl-6">{items}</ul>
        );
      }
      case "table":
        return (
          <table className="w-full border-collapse text-left text-xs">
            <thead>
              <tr className="border-line border-b">
                {block.head.map((cell, at) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <th key={at} scope="col" className="py-1 pr-3 font-medium">
                    {inline(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, line) => (
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={line} className="border-line border-b align-top">
                  {row.map((cell, at) => (
                    // oxlint-disable-next-line react/no-array-index-key
                    <td key={at} className="py-1 pr-3">
                      {inline(cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        );
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {blocks.map((block, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>{view(block)}</Fragment>
      ))}
    </div>
  );
}

function InlineView({ part, onRule }: { part: Inline; onRule: (rule: string) => void }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code className="rounded bg-sunken px-1 font-mono text-[0.92em]">{part.text}</code>;
    case "strong":
      return <strong className="font-semibold">{part.text}</strong>;
    case "emphasis":
      return <em>{part.text}</em>;
    case "link": {
      const rule = linkedRule(part.to);
      if (rule)
        return (
          <button
            type="button"
            className="font-medium text-accent underline"
            onClick={() => onRule(rule)}
          >
            {part.text}
          </button>
        );
      return /^https?:\/\//.test(part.to) ? (
        <a href={part.to} target="_blank" rel="noreferrer" className="text-accent underline">
          {part.text}
        </a>
      ) : (
        part.text
      );
    }
  }
}
