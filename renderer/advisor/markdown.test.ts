import { expect, test } from "vitest";
import { readMarkdown } from "./markdown.ts";

const text = (words: string) => [{ kind: "text", text: words }];

test("a page's headings, paragraphs, lists, code and tables", () => {
  const page = `# B6. Batches do not form

Requests wait,
and yet each runs \`alone\`.

1. Turn on **batching**
   and measure.
2. See [Q1](Q1-queue-limit.md).

- one
- *two*

\`\`\`
dynamic_batching { }

\`\`\`

| Field | Unit |
|---|---|
| delay | µs |
`;
  expect(readMarkdown(page)).toEqual([
    { kind: "heading", level: 1, inline: text("B6. Batches do not form") },
    {
      kind: "paragraph",
      inline: [
        { kind: "text", text: "Requests wait, and yet each runs " },
        { kind: "code", text: "alone" },
        { kind: "text", text: "." },
      ],
    },
    {
      kind: "list",
      ordered: true,
      items: [
        [
          { kind: "text", text: "Turn on " },
          { kind: "strong", text: "batching" },
          { kind: "text", text: " and measure." },
        ],
        [
          { kind: "text", text: "See " },
          { kind: "link", text: "Q1", to: "Q1-queue-limit.md" },
          { kind: "text", text: "." },
        ],
      ],
    },
    {
      kind: "list",
      ordered: false,
      items: [text("one"), [{ kind: "emphasis", text: "two" }]],
    },
    { kind: "code", text: "dynamic_batching { }\n" },
    {
      kind: "table",
      head: [text("Field"), text("Unit")],
      rows: [[text("delay"), text("µs")]],
    },
  ]);
});

test("a fence that is never closed ends with the page", () => {
  expect(readMarkdown("```\ncode")).toEqual([{ kind: "code", text: "code" }]);
});

test("underscores and lone stars are text", () => {
  expect(readMarkdown("max_batch_size * 2 is _not_ emphasised")).toEqual([
    { kind: "paragraph", inline: text("max_batch_size * 2 is _not_ emphasised") },
  ]);
});
