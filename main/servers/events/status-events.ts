import type { ServerStatus } from "../../contract/index.ts";
import type { NewEvent } from "../../events/index.ts";
import { formatSpan } from "./format-span.ts";

type Change = Pick<NewEvent, "level" | "message">;

/** Turns a server's states into events: each change once, no retry that changes nothing. */
export class StatusEvents {
  /** Ms since the epoch; null before the first response over the present connection. */
  #answersSince: number | null = null;
  #silentSince: number | null = null;
  /** What was reported about the present outage: a server that alternates between two reasons reports each once. */
  readonly #seen = new Set<string>();

  /** Null: nothing new. `now`: ms since the epoch. */
  see(status: ServerStatus, now: number): Change | null {
    switch (status.state) {
      case "live":
        return this.#answers(status, now);
      case "stale":
        return this.#silent("stale", now, {
          level: "warning",
          message: `${status.name} ${this.#stale(now)}: ${formatReason(status)}`,
        });
      case "failed":
        return this.#silent(`failed ${status.reason}`, now, {
          level: "error",
          message: `${status.name} cannot be used${this.#before(now)}: ${formatReason(status)}`,
        });
      case "starting":
        this.#forget();
        return null;
      default:
        return null;
    }
  }

  #answers({ name }: ServerStatus, now: number): Change | null {
    if (this.#silentSince === null && this.#answersSince !== null) return null;
    const known = this.#answersSince !== null;
    const after = this.#silentSince === null ? "" : ` after ${formatSpan(now - this.#silentSince)}`;
    this.#forget();
    this.#answersSince = now;
    return { level: "info", message: `${name} answers${known ? " again" : ""}${after}.` };
  }

  #silent(what: string, now: number, seen: Change): Change | null {
    this.#silentSince ??= now;
    if (this.#seen.has(what)) return null;
    this.#seen.add(what);
    return seen;
  }

  #stale(now: number): string {
    if (this.#answersSince === null) return "does not answer";
    if (this.#silentSince !== null) return `does not answer${this.#before(now)}`;
    return `was lost, having answered for ${formatSpan(now - this.#answersSince)}`;
  }

  #before(now: number): string {
    if (this.#silentSince === null) return "";
    return `, and has not answered for ${formatSpan(now - this.#silentSince)}`;
  }

  #forget(): void {
    this.#answersSince = null;
    this.#silentSince = null;
    this.#seen.clear();
  }
}

function formatReason({ reason }: ServerStatus): string {
  return reason ?? "it gives no reason.";
}
