import { invalid } from "../../sources/invalid.ts";
import { isAiperfTurn, readAiperfTurn } from "../aiperf-turn.ts";
import type { ContentPart } from "../media.ts";
import { readAiperfBody } from "./aiperf-body.ts";
import { readMooncakeEntry, readOptional, readText } from "./mooncake.ts";
import { estimateTokens } from "./sharegpt.ts";
import type { TraceRows } from "./trace.ts";
import { type JsonObject, listAt, objectAt, parseJsonAt } from "./trace-fields.ts";

/** Where a line of AIPerf's conversations is. */
interface LinePlace {
  readonly place: string;
  readonly number: number;
}

/** Adds what a line of AIPerf's `multi_turn`, `single_turn`, `mooncake_trace` or `raw_payload` holds (LAB-TRACE-18 to LAB-TRACE-20). */
export function readAiperfLine(line: string, { place, number }: LinePlace, rows: TraceRows): void {
  const entry = objectAt(parseJsonAt(line, place), place);
  if (Array.isArray(entry["data"])) return readAiperfInputs(entry, place, rows);
  if (isOfGeneratedPrompt(entry)) return readMooncakeEntry(entry, place, rows);
  // No id of a file begins with a NUL.
  const session = readText(entry["session_id"], "session_id", place) ?? `\0${number}`;
  if (entry["turns"] !== undefined) return readConversation(entry, session, { place, rows });
  const request = readRequest(entry, place);
  rows.add(
    {
      at: readOptional(entry, "timestamp", place, false),
      session,
      thinkMs: readOptional(entry, "delay", place, false),
      ...request,
    },
    place,
  );
}

/** A line of `mooncake_trace` without a text of its own. */
const isOfGeneratedPrompt = (entry: JsonObject): boolean =>
  (entry["input_length"] ?? null) !== null &&
  ["messages", "payload", "text_input"].every((field) => (entry[field] ?? null) === null);

/** Adds a line of a file in a folder of `raw_payload`, whose files are sessions (LAB-TRACE-20). */
export function readPayloadLine(
  line: string,
  { place, session }: { readonly place: string; readonly session: string },
  rows: TraceRows,
): void {
  const entry = objectAt(parseJsonAt(line, place), place);
  if (!Array.isArray(entry["messages"])) throw invalid(place, "messages is missing, or no list.");
  rows.add(
    { at: null, session, thinkMs: null, ...readAiperfBody({ payload: entry }, place) },
    place,
  );
}

/** Adds the sessions of AIPerf's `inputs.json`: bodies that are sent as they stand, in their order (LAB-TRACE-20). */
export function readAiperfInputs(document: unknown, place: string, rows: TraceRows): void {
  const entries = listAt(objectAt(document, place)["data"], "data", place);
  const known = new Set<string>();
  for (const [k, each] of entries.entries()) {
    const at = `${place}, data[${k}]`;
    const entry = objectAt(each, at);
    const session = readText(entry["session_id"], "session_id", at);
    if (session === null) throw invalid(at, "session_id is missing.");
    if (known.has(session))
      throw invalid(at, `session_id is ${JSON.stringify(session)}, which an earlier entry has.`);
    known.add(session);
    const payloads = listAt(entry["payloads"], "payloads", at);
    if (payloads.length === 0)
      throw invalid(at, "payloads is empty; it must hold at least one request.");
    for (const [n, payload] of payloads.entries()) {
      const body = readAiperfBody({ payload }, `${at}, payloads[${n}]`);
      rows.add({ at: null, session, thinkMs: null, ...body }, at);
    }
  }
}

/** Fields of AIPerf's own that a request's body doesn't have. */
const OWN_FIELDS = ["timestamp", "delay", "session_id", "output_length", "message_mode", "extra"];

/** A line of `raw_payload` is a whole body: messages with their model, and nothing of AIPerf's own. */
function isRawPayload(entry: JsonObject): boolean {
  return (
    Array.isArray(entry["messages"]) &&
    typeof entry["model"] === "string" &&
    OWN_FIELDS.every((field) => entry[field] === undefined)
  );
}

/** Each line is sent as it is, without the lines before it in its session (`single_turn.py`, `mooncake_trace.py`). */
function readRequest(entry: JsonObject, place: string) {
  if (isRawPayload(entry)) return readAiperfBody({ payload: entry }, place);
  if (!isAiperfTurn(entry)) return readAiperfBody(entry, place);
  checkRole(entry["role"], place);
  const { content, maxTokens, extra } = readAiperfTurn(entry, place);
  return {
    inputTokens: estimateTokens(textOf(content)),
    outputTokens: maxTokens,
    message: { content, system: null, isWhole: true, ...(extra && { fields: extra }) },
  };
}

/** A conversation, or further turns of one. */
function readConversation(
  entry: JsonObject,
  session: string,
  { place, rows }: { readonly place: string; readonly rows: TraceRows },
): void {
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
    checkRole(turn["role"], at);
    const { content, maxTokens, extra } = readAiperfTurn(turn, at);
    rows.add(
      {
        at: readOptional(turn, "timestamp", at, false),
        inputTokens: estimateTokens(textOf(content)),
        outputTokens: maxTokens,
        session,
        thinkMs: readOptional(turn, "delay", at, false),
        message: { content, system: k === 0 ? system : null, ...(extra && { fields: extra }) },
      },
      at,
    );
  }
}

function checkRole(role: unknown, at: string): void {
  if (role === undefined || role === null || role === "user") return;
  throw invalid(
    at,
    `role is ${JSON.stringify(role)?.slice(0, 60)}; turns are a user's, and the first may be system.`,
  );
}

/** A text, which all turns of the conversation begin with. */
function readSystem(turn: JsonObject, at: string): string {
  const { content } = readAiperfTurn(turn, at);
  const text = textOf(content);
  if (typeof content === "string" || content.every(({ type }) => type === "text")) return text;
  throw invalid(at, "a turn of the role system must be text.");
}

function textOf(content: string | readonly ContentPart[]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
