import type { Finding } from "../types.ts";

/**
 * A piece of advice. Its page, docs/rules/ID-….md, has what one sees, why, and what to try in which order. One space of
 * ids holds the rules that a configuration is judged by and those that need a running server; a rule that is judged
 * both ways has one id.
 */
export interface Rule {
  readonly id: string;
  /** What is the matter, as a heading says it. */
  readonly title: string;
  readonly severity: Finding["severity"];
}
