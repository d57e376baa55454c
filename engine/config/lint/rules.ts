import type { Rule } from "./rule.ts";

/** Q: queues, B: batches, C: cache, I: instances and ensembles. */
const CONFIGURATION = {
  Q1: ["warning", "The queue has no limit"],
  Q2: ["info", "Without a batcher no queue limit is possible"],
  Q3: ["warning", "The batching delay is long"],
  Q4: ["warning", "The timeout override is ignored"],
  Q5: ["info", "Queue policies stop Triton from preparing batches ahead"],
  Q6: ["warning", "Delayed requests can wait forever"],
  Q7: ["error", "Ordering excludes priorities and delayed requests"],
  Q8: ["error", "The default priority is not among the levels"],
  B1: ["warning", "Preferred batch sizes rarely help"],
  B2: ["error", "A preferred batch size exceeds what the model allows"],
  B3: ["warning", "Dynamic batching of a model that does not batch"],
  B4: ["info", "The server will add a batcher that is not written here"],
  B5: ["info", "Only requests of equal shape share a batch"],
  C1: ["error", "A decoupled model cannot be cached"],
  C2: ["error", "A model with sequences cannot be cached"],
  C3: ["warning", "The cache is on in the model and off in the server, or the reverse"],
  I1: ["warning", "More threads than cores"],
  I2: ["info", "Many instances on one GPU"],
  I3: ["error", "An ensemble has no instances of its own"],
  I4: ["warning", "A model of the ensemble does not batch"],
  I5: ["warning", "A decoupled step may fill the memory"],
  I6: ["warning", "The first requests are slow"],
} as const satisfies Record<string, readonly [Rule["severity"], string]>;

export type ConfigurationRuleId = keyof typeof CONFIGURATION;

/** Rules that apply to configurations. */
export const RULES: Readonly<Record<ConfigurationRuleId, Rule>> = Object.fromEntries(
  Object.entries(CONFIGURATION).map(([id, [severity, title]]) => [id, { id, severity, title }]),
) as Record<ConfigurationRuleId, Rule>;
