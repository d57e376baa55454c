import { Chunk } from "@codemirror/merge";
import { Text } from "@codemirror/state";

export type Side = "theirs" | "mine";

/** A place where two texts differ. */
export interface Hunk {
  readonly theirs: string;
  readonly mine: string;
  /** 1-based line of it in my text. */
  readonly line: number;
  /** Whose change it is, by the text both began from; "both" also where that text is not known. */
  readonly changedBy: Side | "both";
}

export interface Comparison {
  readonly hunks: readonly Hunk[];
  /** The text with, for each hunk, the side chosen; mine where none is. */
  readonly merged: (sides: readonly (Side | undefined)[]) => string;
}

/** Lines by their index, `to` exclusive. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

/** Compares two texts line by line. `base`: the text that both were begun from, null where it is not known. */
export function compareTexts(theirs: string, mine: string, base: string | null): Comparison {
  const pairs = differences(theirs, mine);
  const [theirLines, myLines] = [theirs.split("\n"), mine.split("\n")];
  const byThem = base === null ? [] : differences(base, theirs).map(({ after }) => after);
  const byMe = base === null ? [] : differences(base, mine).map(({ after }) => after);
  const slice = (lines: readonly string[], { from, to }: Lines) => lines.slice(from, to);
  return {
    hunks: pairs.map(({ before, after }) => ({
      theirs: slice(theirLines, before).join("\n"),
      mine: slice(myLines, after).join("\n"),
      line: after.from + 1,
      changedBy: whose(touches(byThem, before), touches(byMe, after)),
    })),
    merged(sides) {
      const lines: string[] = [];
      let at = 0;
      pairs.forEach(({ before, after }, i) => {
        lines.push(...myLines.slice(at, after.from));
        lines.push(...(sides[i] === "theirs" ? slice(theirLines, before) : slice(myLines, after)));
        at = after.to;
      });
      return [...lines, ...myLines.slice(at)].join("\n");
    },
  };
}

function whose(theirs: boolean, mine: boolean): Hunk["changedBy"] {
  if (theirs === mine) return "both";
  return theirs ? "theirs" : "mine";
}

/**
 * A line that both texts begin with: without one @codemirror/merge 6.12 puts a change of empty lines at the beginning
 * before the text's first character, and finds no difference.
 */
const FIRST = "\0";

function differences(a: string, b: string): { before: Lines; after: Lines }[] {
  const [before, after] = [a, b].map((text) => Text.of([FIRST, ...text.split("\n")])) as [
    Text,
    Text,
  ];
  return Chunk.build(before, after).map(({ fromA, toA, fromB, toB }) => ({
    before: { from: lineIndex(before, fromA), to: lineIndex(before, toA) },
    after: { from: lineIndex(after, fromB), to: lineIndex(after, toB) },
  }));
}

/** Without {@link FIRST}. A chunk that reaches the end of a text ends one past it. */
function lineIndex(text: Text, position: number): number {
  return (position > text.length ? text.lines + 1 : text.lineAt(position).number) - 2;
}

function touches(changed: readonly Lines[], { from, to }: Lines): boolean {
  return changed.some((each) =>
    from === to || each.from === each.to
      ? each.from <= to && from <= each.to
      : each.from < to && from < each.to,
  );
}
