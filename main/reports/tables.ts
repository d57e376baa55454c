import { type Html, html } from "./html.ts";

export type Cell = Html | string | number | null;

interface TableOptions {
  /** Columns of words, from the left: 1 unless said otherwise. The others hold figures. */
  readonly words?: number;
}

/** The first cell of each row is its head. */
export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { words = 1 }: TableOptions = {},
): Html {
  const kind = (column: number) => (column < words ? "word" : "figure");
  return html`<div class="scroll"><table><caption>${caption}</caption><thead><tr>${head.map((name, column) => html`<th scope="col" class="${kind(column)}">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell, column) => html`<td class="${kind(column + 1)}">${cell}</td>`)}</tr>
`,
  )}</tbody></table></div>
`;
}

/** A value with what it is known to lie within, below it. */
export const withRange = (value: string, range: string | null): Html =>
  html`<span class="value">${value}</span>${range !== null && html`<small>${range}</small>`}`;

/** Name and value, one below the other. */
export function facts(rows: readonly (readonly [name: string, value: Cell])[]): Html {
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
`;
}
