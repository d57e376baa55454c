import type { Advice } from "../contract/index.ts";
import type { Found, ModelRule, ServerRule, Verdict } from "./rule.ts";

/** How long a rule must find the same before it is reported. */
const RAISE_MS = 3000;
/** How long all must be well before it is withdrawn. */
const CLEAR_MS = 8000;
/** How long it is kept without traffic to judge by. */
const KEEP_MS = 10 * 60_000;
/** Max findings followed per server. */
const MOST = 500;

interface Entry {
  readonly rule: ModelRule | ServerRule;
  readonly model: string | null;
  found: Found;
  from: number;
  to: number;
  /** Since when it has been found without a break. */
  foundSince: number;
  lastFound: number;
  fineSince: number | null;
  /** When it was reported; null: not yet. */
  raisedAt: number | null;
  current: boolean;
}

interface Judged {
  readonly rule: ModelRule | ServerRule;
  /** Null for a rule about the server. */
  readonly model: string | null;
  readonly verdict: Verdict;
  /** The span that was judged, ms since the epoch. */
  readonly from: number;
  readonly to: number;
}

const SEVERITIES = ["error", "warning", "info"] as const;

/** The findings of one server: raised only if they last, withdrawn only after some time without the problem. */
export class Board {
  readonly #serverId: string;
  readonly #entries = new Map<string, Entry>();

  constructor(serverId: string) {
    this.#serverId = serverId;
  }

  /** Takes a verdict at `t`, ms since the epoch. */
  judge(t: number, { rule, model, verdict, from, to }: Judged): void {
    const key = `${rule.id}\n${model ?? ""}`;
    const entry = this.#entries.get(key);
    if (typeof verdict === "object") {
      if (!entry && this.#entries.size >= MOST) return;
      const known = entry ?? newEntry(rule, model, verdict, t);
      Object.assign(known, { found: verdict, from, to, lastFound: t, fineSince: null });
      known.current = true;
      if (known.raisedAt === null && t - known.foundSince >= RAISE_MS) known.raisedAt = t;
      this.#entries.set(key, known);
    } else if (entry && (entry.raisedAt === null || this.#isOver(entry, verdict, t))) {
      this.#entries.delete(key);
    }
  }

  /** Drops findings of models that were reloaded or removed: they don't concern what serves now. */
  forget(isGone: (model: string) => boolean): void {
    for (const [key, { model }] of this.#entries)
      if (model !== null && isGone(model)) this.#entries.delete(key);
  }

  /** Worst first, then oldest first. */
  get findings(): Advice[] {
    return [...this.#entries.values()]
      .flatMap((entry) => (entry.raisedAt === null ? [] : [this.#toAdvice(entry, entry.raisedAt)]))
      .sort(
        (a, b) =>
          SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
          a.since - b.since ||
          (a.id < b.id ? -1 : 1),
      );
  }

  #isOver(entry: Entry, verdict: "fine" | "unknown", t: number): boolean {
    if (verdict === "unknown") {
      entry.current = false;
      entry.fineSince = null;
      return t - entry.lastFound >= KEEP_MS;
    }
    entry.fineSince ??= t;
    return t - entry.fineSince >= CLEAR_MS;
  }

  #toAdvice(entry: Entry, since: number): Advice {
    const { rule, found, from, to, current } = entry;
    const model = entry.model ?? found.model ?? null;
    return {
      id: `${this.#serverId}/${rule.id}/${model ?? ""}`,
      rule: rule.id,
      severity: rule.severity,
      serverId: this.#serverId,
      model,
      title: found.title ?? rule.title,
      symptom: found.symptom,
      evidence: [...found.evidence],
      from,
      to,
      since,
      current,
      remedies: [...found.remedies],
    };
  }
}

function newEntry(rule: Entry["rule"], model: string | null, found: Found, t: number): Entry {
  return {
    rule,
    model,
    found,
    from: t,
    to: t,
    foundSince: t,
    lastFound: t,
    fineSince: null,
    raisedAt: null,
    current: true,
  };
}
