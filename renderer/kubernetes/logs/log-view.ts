import type { LogEntry } from "../../../main/contract/index.ts";
import { count } from "../../format/text.ts";

type State = Extract<LogEntry, { kind: "state" }>;

/** Lines that are rendered together; a full block never changes. */
export interface LogBlock {
  /** Number of the first line since the start of the subscription. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** The kept part of a log. */
export interface LogView {
  readonly blocks: readonly LogBlock[];
  readonly kept: number;
  /** Number of lines that are no longer kept, or never were. */
  readonly dropped: number;
  readonly state: State["state"];
  readonly words: string;
  /** Time of the state, ms since the epoch. */
  readonly at: number;
  /** When it was read again after the console's own connection was lost; null if it wasn't. */
  readonly reloadedAt: number | null;
}

const BLOCK_LINES = 100;

export const noLog: LogView = {
  blocks: [],
  kept: 0,
  dropped: 0,
  state: "opening",
  words: "",
  at: 0,
  reloadedAt: null,
};

/** Adds entries. With more than `most` lines, the oldest blocks are dropped. */
export function addEntries(view: LogView, entries: readonly LogEntry[], most: number): LogView {
  let next = view;
  let lines: string[] = [];
  let omitted = 0;
  for (const entry of entries) {
    if (entry.kind === "line") lines.push(entry.text);
    else if (entry.kind === "dropped") {
      omitted += entry.lines;
      lines.push(`… ${count(entry.lines, "line")} left out because they came too fast …`);
    } else {
      next = inState(withLines(next, lines), entry);
      lines = [];
    }
  }
  next = withLines(next, lines);
  return trimmed({ ...next, dropped: next.dropped + omitted }, most);
}

export function listLines({ blocks }: LogView): string[] {
  return blocks.flatMap(({ lines }) => lines);
}

/** The numbers of lines that contain a text, ignoring case; empty for an empty text. */
export function matchesIn({ blocks }: LogView, text: string): number[] {
  const wanted = text.toLowerCase();
  if (wanted === "") return [];
  return blocks.flatMap(({ first, lines }) =>
    lines.flatMap((line, index) => (line.toLowerCase().includes(wanted) ? [first + index] : [])),
  );
}

function inState(view: LogView, { state, words, at }: State): LogView {
  const isReload = state === "opening" && view.at > 0;
  if (isReload) return { ...noLog, state, words, at, reloadedAt: at };
  return { ...view, state, words, at };
}

function withLines(view: LogView, lines: readonly string[]): LogView {
  if (lines.length === 0) return view;
  const last = view.blocks.at(-1);
  const open = last && last.lines.length < BLOCK_LINES ? last : null;
  const blocks = open ? view.blocks.slice(0, -1) : [...view.blocks];
  const all = open ? [...open.lines, ...lines] : lines;
  const first = open?.first ?? (last ? last.first + last.lines.length : 0);
  for (let at = 0; at < all.length; at += BLOCK_LINES)
    blocks.push({ first: first + at, lines: all.slice(at, at + BLOCK_LINES) });
  return { ...view, blocks, kept: view.kept + lines.length };
}

function trimmed(view: LogView, most: number): LogView {
  let { kept, dropped } = view;
  let gone = 0;
  for (const { lines } of view.blocks) {
    if (kept - lines.length < most) break;
    kept -= lines.length;
    dropped += lines.length;
    gone++;
  }
  return gone === 0 ? view : { ...view, blocks: view.blocks.slice(gone), kept, dropped };
}
