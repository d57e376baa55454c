import type { Finding } from "../types.ts";

/**
 * A piece of advice with a page of its own, docs/rules/ID.md: symptom, why, what to try in which order. One space of
 * ids holds the rules that a configuration is judged by and those that need a running server.
 */
export interface Rule {
  readonly severity: Finding["severity"];
  /** What is the matter, as a heading says it. */
  readonly title: string;
  /** What the rule is judged by: the text and known facts of the server, or what the server counts while it runs. */
  readonly evidence: "configuration" | "statistics";
}
