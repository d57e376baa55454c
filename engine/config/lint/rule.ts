import type { Finding } from "../types.ts";

/**
 * A piece of advice. Its page, docs/rules/ID-….md, describes symptoms, causes and what to try in which order. Rules for
 * configurations and rules for running servers share one set of ids; a rule that applies to both has one id.
 */
export interface Rule {
  readonly id: string;
  /** What is wrong, as a heading. */
  readonly title: string;
  readonly severity: Finding["severity"];
}
