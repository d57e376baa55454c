import { invalid } from "../../sources/invalid.ts";
import { readAiperfTurn } from "../aiperf-turn.ts";
import type { ContentPart } from "../media.ts";
import { readOptional, readText } from "./mooncake.ts";
import { estimateTokens } from "./sharegpt.ts";
import type { TraceRows } from "./trace.ts";
import { listAt, objectAt, parseJsonAt } from "./trace-fields.ts";

/** Where a line of AIPerf's conversations is. */
interface LinePlace {
  readonly place: string;
  readonly number: number;
}

/** Adds a conversation of AIPerf's `multi_turn`, or further turns of one, a line of the file (LAB-TRACE-18). */
export function readAiperfLine(line: string, { place, number }: LinePlace, rows: TraceRows): void {
  const entry = objectAt(parseJsonAt(line, place), place);
  // No id of a file begins with a NUL.
  const session = readText(entry["session_id"], "session_id", place) ?? `\0${number}`;
  const turns = listAt(entry["turns"], "turns", place).map((each, k) => {
    const at = `${place}, turns[${k}]`;
    return { at, turn: objectAt(each, at) };
  });
  const [first] = turns;
  if (!first) throw invalid(place, "turns is empty; it must hold at least one turn.");
  const system = first.turn["role"] === "system" ? readSystem(first.turn, first.at) : null;
  const users = system === null ? turns : turns.slice(1);
  if (users.length === 0) throw invalid(place, "turns has no turn of a user.");
  for (const [k, { at, turn }] of users.entries()) {
    const { role } = turn;
    if (role !== undefined && role !== null && role !== "user")
      throw invalid(
        at,
        `role is ${JSON.stringify(role)?.slice(0, 60)}; turns are a user's, and the first may be system.`,
      );
    const { content, maxTokens } = readAiperfTurn(turn, at);
    rows.add(
      {
        at: readOptional(turn, "timestamp", at, false),
        inputTokens: estimateTokens(textOf(content)),
        outputTokens: maxTokens,
        session,
        thinkMs: readOptional(turn, "delay", at, false),
        message: { content, system: k === 0 ? system : null },
      },
      at,
    );
  }
}

/** A text, which all turns of the conversation begin with. */
function readSystem(turn: Readonly<Record<string, unknown>>, at: string): string {
  const { content } = readAiperfTurn(turn, at);
  const text = textOf(content);
  if (typeof content === "string" || content.every(({ type }) => type === "text")) return text;
  throw invalid(at, "a turn of the role system must be text.");
}

function textOf(content: string | readonly ContentPart[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
