import type { Block } from "./report.ts";

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border-bottom: 1px solid #8886; padding: 0.25rem 0.75rem; text-align: left; vertical-align: top; }
pre { border: 1px solid #8886; border-radius: 4px; padding: 0.75rem; overflow: auto; }
`;

/** One document that opens without a network. */
export function reportHtml(title: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${blocks.map(htmlOf).join("\n")}
</body>
</html>
`;
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case "title":
      return `<h1>${escaped(block.text)}</h1>`;
    case "heading":
      return `<h2>${escaped(block.text)}</h2>`;
    case "paragraph":
      return `<p>${escaped(block.text)}</p>`;
    case "table":
      return `<table><thead>${row("th", block.head)}</thead><tbody>${block.rows.map((cells) => row("td", cells)).join("")}</tbody></table>`;
    case "code":
      return `<pre>${escaped(block.text)}</pre>`;
  }
}

const row = (tag: string, cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
