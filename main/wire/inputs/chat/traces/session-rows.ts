import { invalid } from "../../sources/invalid.ts";
import { type ContentPart, contentLength } from "../media.ts";
import type { ChatMessage } from "../prepared-conversations.ts";
import type { JsonFields } from "../recorded-fields.ts";

/** What a user sent in a turn, where that is recorded. */
export interface RecordedMessage {
  /** Null: not recorded, words of its length. */
  readonly content: string | readonly ContentPart[] | null;
  /** Before it; null: none. */
  readonly system: string | null;
  /** Fields of its request (LAB-TRACE-19). */
  readonly fields?: JsonFields;
  /** It is sent without the turns before it. */
  readonly isWhole?: boolean;
}

/** A request of which more is recorded than a user's message (LAB-TRACE-19). */
export interface RecordedBody {
  /** Null: the fields are the whole body. */
  readonly messages: readonly ChatMessage[] | null;
  readonly fields: JsonFields;
  /** The messages hold the turns before them. */
  readonly isWhole: boolean;
  /** Characters, about. */
  readonly length: number;
}

export type RecordedRequest = RecordedMessage | RecordedBody;

export const isBody = (recorded: RecordedRequest): recorded is RecordedBody =>
  "messages" in recorded;

/** Which requests belong to one conversation, and what else is known of its turns; by request. */
export interface TraceSessions {
  /** Numbers of the conversations, -1: a request alone. */
  readonly of: Int32Array;
  /** ms from the former answer's end, where that is recorded; NaN: unknown. */
  readonly thinkMs: Float64Array;
  /** Null: no messages are recorded. */
  readonly messages: readonly (RecordedRequest | null)[] | null;
  /** `whole`: recorded lengths are of the whole prompt; `message`: of the turn's own message. */
  readonly lengths: "whole" | "message" | "detect";
}

/** What a format records of a request as the turn of a conversation. */
export interface SessionTurn {
  /** Id of its conversation; null or empty: it is alone. */
  readonly session?: string | null;
  /** ms, of the same origin as its instant: when its answer was complete. */
  readonly endedAt?: number | null;
  /** ms that the user waited after the former answer of the conversation. */
  readonly thinkMs?: number | null;
  readonly message?: RecordedRequest | null;
}

/** Max characters of the messages that a trace keeps. */
const MAX_CHARACTERS = 256 * 1024 * 1024;

/** Collects the conversations that requests belong to (LAB-TRACE-16). */
export class SessionRows {
  readonly #numbers = new Map<string, number>();
  /** Of the requests from the first one with an id on. */
  readonly #of: number[] = [];
  readonly #endedAt: number[] = [];
  readonly #thinkMs: number[] = [];
  readonly #messages = new Map<number, RecordedRequest>();
  /** Instant of the last request of each conversation. */
  readonly #last: number[] = [];
  #before = 0;
  #characters = 0;

  /** The instant of a turn without one: that of the turn before it and its delay; null where that is unknown. */
  after({ session, thinkMs }: SessionTurn): number | null {
    const number = session ? this.#numbers.get(session) : undefined;
    const last = number === undefined ? undefined : this.#last[number];
    return last === undefined ? null : last + (thinkMs ?? 0);
  }

  add({ session, endedAt, thinkMs, message }: SessionTurn, at: number, place: string): void {
    if (!session && this.#of.length === 0) {
      this.#before += 1;
      return;
    }
    if (message) {
      this.#characters += charactersOf(message);
      if (this.#characters > MAX_CHARACTERS)
        throw invalid(
          place,
          `the messages up to here have more than ${MAX_CHARACTERS} characters; split the file.`,
        );
      this.#messages.set(this.#before + this.#of.length, message);
    }
    const number = session ? this.#numberOf(session) : -1;
    if (number !== -1) this.#last[number] = at;
    this.#of.push(number);
    this.#endedAt.push(endedAt ?? Number.NaN);
    this.#thinkMs.push(thinkMs ?? Number.NaN);
  }

  /** In `order` of arrival, by the instants of all requests; null without ids. */
  ordered(
    order: Uint32Array,
    at: readonly number[],
    lengths: TraceSessions["lengths"],
  ): TraceSessions | null {
    if (this.#numbers.size === 0) return null;
    const former = new Int32Array(this.#numbers.size).fill(-1);
    const of = new Int32Array(order.length);
    const thinkMs = new Float64Array(order.length);
    order.forEach((row, i) => {
      const number = this.#of[row - this.#before] ?? -1;
      of[i] = number;
      thinkMs[i] = Number.NaN;
      if (number === -1) return;
      const before = former[number] as number;
      if (before !== -1) thinkMs[i] = this.#between(before, row, at);
      former[number] = row;
    });
    const messages =
      this.#messages.size === 0
        ? null
        : Array.from(order, (row) => this.#messages.get(row) ?? null);
    return { of, thinkMs, messages, lengths };
  }

  /** NaN where the end of the answer was not recorded. */
  #between(before: number, row: number, at: readonly number[]): number {
    const recorded = this.#thinkMs[row - this.#before] as number;
    if (!Number.isNaN(recorded)) return recorded;
    return Math.max(0, (at[row] as number) - (this.#endedAt[before - this.#before] as number));
  }

  #numberOf(session: string): number {
    const known = this.#numbers.get(session);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(session, number);
    return number;
  }
}

function charactersOf(recorded: RecordedRequest): number {
  if (isBody(recorded)) return recorded.length;
  const { content, system } = recorded;
  return (content === null ? 0 : contentLength(content)) + (system?.length ?? 0);
}
