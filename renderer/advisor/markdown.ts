/** The elements of the pages in docs/. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly inline: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly inline: readonly Inline[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly Inline[][] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "table"; readonly head: Inline[][]; readonly rows: readonly Inline[][][] };

export type Inline =
  | { readonly kind: "text" | "code" | "strong" | "emphasis"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly to: string };

const FENCE = /^```/;
const HEADING = /^(#{1,6}) +(.*)$/;
const ITEM = /^ {0,3}(?:[-*]|(\d+)[.)]) +(.*)$/;
const ROW = /^\|(.*)\|\s*$/;

/** Parses the subset of Markdown that the pages in docs/ use. */
export function readMarkdown(text: string): Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  const takeWhile = (goesOn: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && goesOn(lines[at] ?? "")) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const heading = HEADING.exec(line);
    if (line.trim() === "") at++;
    else if (FENCE.test(line)) {
      at++;
      blocks.push({ kind: "code", text: takeWhile((each) => !FENCE.test(each)).join("\n") });
      at++;
    } else if (heading) {
      at++;
      blocks.push({
        kind: "heading",
        level: heading[1]?.length ?? 1,
        inline: readInline(heading[2] ?? ""),
      });
    } else if (ROW.test(line)) blocks.push(toTable(takeWhile((each) => ROW.test(each))));
    else if (ITEM.test(line)) blocks.push(toList(takeWhile((each) => each.trim() !== "")));
    else {
      const starts = (each: string) => ITEM.test(each) || HEADING.test(each) || FENCE.test(each);
      const part = takeWhile((each) => each.trim() !== "" && !starts(each));
      blocks.push({
        kind: "paragraph",
        inline: readInline(part.map((each) => each.trim()).join(" ")),
      });
    }
  }
  return blocks;
}

/** A line that doesn't start an item continues the previous one. */
function toList(lines: readonly string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[2] ?? "");
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const ordered = ITEM.exec(lines[0] ?? "")?.[1] !== undefined;
  return { kind: "list", ordered, items: items.map(readInline) };
}

function toTable(lines: readonly string[]): Block {
  const cells = (line: string) =>
    (ROW.exec(line)?.[1] ?? "").split("|").map((cell) => readInline(cell.trim()));
  const [head = "", ...rest] = lines;
  const rows = rest.filter((line) => !/^\|[\s|:-]+\|\s*$/.test(line));
  return { kind: "table", head: cells(head), rows: rows.map(cells) };
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > from) parts.push({ kind: "text", text: text.slice(from, found.index) });
    parts.push(toInline(found));
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

function toInline([, code, strong, emphasis, link, to]: RegExpMatchArray): Inline {
  if (code !== undefined) return { kind: "code", text: code };
  if (strong !== undefined) return { kind: "strong", text: strong };
  if (emphasis !== undefined) return { kind: "emphasis", text: emphasis };
  return { kind: "link", text: link ?? "", to: to ?? "" };
}
