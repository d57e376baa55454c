import { Chunk } from "@codemirror/merge";
import { Text } from "@codemirror/state";

export type Side = "theirs" | "mine";

/** A difference between two texts. */
export interface Hunk {
  readonly theirs: string;
  readonly mine: string;
  /** Its 1-based line in my text. */
  readonly line: number;
  /** Which side changed it, compared with their common base; "both" also if the base is unknown. */
  readonly changedBy: Side | "both";
}

export interface Comparison {
  readonly hunks: readonly Hunk[];
  /** The text with the chosen side of each hunk; mine if none is chosen. */
  readonly merged: (sides: readonly (Side | undefined)[]) => string;
}

/** Line indices, `to` exclusive. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

/** Compares two texts line by line. `base`: their common base, null if unknown. */
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
 * A line at the start of both texts: without one, @codemirror/merge 6.12 places a change of empty lines before the first
 * character and finds no difference.
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
