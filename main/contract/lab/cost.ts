import { z } from "zod";
import type { ExperimentStep, StepPower } from "./step.ts";

/** A code or a sign: "USD", "€". */
const currency = z.string().regex(/^[\p{Sc}\p{L}]{1,5}$/u);
const tokenPrice = z.number().min(0).max(1_000_000);

/** Price and power of the measured server as entered by a user; they don't change measurements. */
export const costs = z.object({
  /** Price of the whole server, or of each of its GPUs; null: unknown. */
  price: z
    .object({
      perHour: z.number().positive().max(1_000_000),
      per: z.enum(["server", "gpu"]),
      currency,
    })
    .nullable(),
  /** In place of a price per hour: of a million tokens. */
  tokenPrice: z
    .object({ inputPerMillion: tokenPrice, outputPerMillion: tokenPrice, currency })
    .refine(({ inputPerMillion, outputPerMillion }) => inputPerMillion + outputPerMillion > 0, {
      error: "One of the two prices must be above 0.",
    })
    .nullable()
    .optional(),
  /** GPUs that are paid for; null: as many as the server's metrics report. */
  gpus: z.number().int().min(1).max(100_000).nullable(),
  /** Power of the whole server; null: its GPUs' power from the metrics. */
  watts: z.number().positive().max(10_000_000).nullable(),
  /**
   * Where `watts` is null: from the server's metrics, or from DCGM by the Prometheus that the server is linked to.
   * Absent: the metrics, or DCGM where they report none.
   */
  powerFrom: z.enum(["metrics", "prometheus"]).optional(),
});
export type Costs = z.infer<typeof costs>;

/** `entered`: by a user; `dcgm`: through Prometheus; others: from the server's metrics. All but the first cover only its GPUs. */
export type PowerSource = "entered" | "gpuEnergy" | "gpuPower" | "dcgm";

/** Cost and energy per million of an amount. Each amount carries the whole cost. */
export interface MillionCost {
  readonly of: "outputTokens" | "promptTokens" | "tokens" | "requests" | "inferences";
  /** Null without a price. */
  readonly cost: number | null;
  /** Null without power. */
  readonly kWh: number | null;
}

export interface StepCost {
  readonly currency: string | null;
  /** Of the whole server; null without a price. */
  readonly perHour: number | null;
  /** GPUs by which the price was multiplied; null for a price of the whole server. */
  readonly gpus: number | null;
  readonly watts: number | null;
  readonly powerSource: PowerSource | null;
  /** What measured the power, where `powerSource` is `dcgm`. */
  readonly power: StepPower | null;
  /** As entered; null of a price per hour. */
  readonly tokenPrice: NonNullable<Costs["tokenPrice"]> | null;
  readonly millions: readonly MillionCost[];
}

type Measured = Pick<
  ExperimentStep,
  | "seconds"
  | "successes"
  | "inferencesPerSecond"
  | "requestsPerSecond"
  | "chat"
  | "texts"
  | "machine"
  | "power"
>;

/** LAB-COST-1; null if neither price nor power is known, or nothing succeeded. */
export function stepCost(step: Measured, given: Costs | undefined): StepCost | null {
  const price = pricePerHour(step, given);
  const power = findPower(step, given);
  if ((!price && !power) || step.successes === 0 || step.seconds <= 0) return null;
  return {
    currency: price && (given?.tokenPrice?.currency ?? given?.price?.currency ?? null),
    perHour: price?.perHour ?? null,
    gpus: price?.gpus ?? null,
    watts: power?.watts ?? null,
    powerSource: power?.source ?? null,
    power: power?.source === "dcgm" ? (step.power ?? null) : null,
    tokenPrice: price && (given?.tokenPrice ?? null),
    millions: amounts(step).flatMap(([of, perSecond]) =>
      perSecond === null || perSecond <= 0
        ? []
        : [
            {
              of,
              cost: price && ((price.perHour / 3600) * 1e6) / perSecond,
              kWh: power && (power.watts * 1e6) / perSecond / 3_600_000,
            },
          ],
    ),
  };
}

function pricePerHour(step: Measured, given: Costs | undefined) {
  const { machine } = step;
  if (given?.tokenPrice) return tokensPerHour(step, given.tokenPrice);
  const price = given?.price;
  if (!price) return null;
  if (price.per === "server") return { perHour: price.perHour, gpus: null };
  const gpus = given.gpus ?? machine?.gpus.length ?? 0;
  return gpus === 0 ? null : { perHour: price.perHour * gpus, gpus };
}

/** What an hour of this load costs; null where tokens are unknown. */
function tokensPerHour(
  { chat, texts }: Measured,
  { inputPerMillion, outputPerMillion }: NonNullable<Costs["tokenPrice"]>,
) {
  const input = chat ? chat.promptTokensPerSecond : (texts?.inputTokensPerSecond ?? null);
  const output = chat ? chat.outputTokensPerSecond : (texts?.outputTokensPerSecond ?? 0);
  if (!chat && !texts) return null;
  if (input === null && inputPerMillion > 0) return null;
  if (texts?.outputTokensPerSecond === null && outputPerMillion > 0) return null;
  const perSecond = ((input ?? 0) * inputPerMillion + output * outputPerMillion) / 1e6;
  return perSecond > 0 ? { perHour: perSecond * 3600, gpus: null } : null;
}

function findPower(
  step: Measured,
  given: Costs | undefined,
): { watts: number; source: PowerSource } | null {
  if (given?.watts) return { watts: given.watts, source: "entered" };
  const measured = given?.powerFrom === "prometheus" ? null : powerByMetrics(step);
  if (measured || given?.powerFrom === "metrics") return measured;
  const watts = step.power?.watts ?? null;
  return watts !== null && watts > 0 ? { watts, source: "dcgm" } : null;
}

function powerByMetrics({
  machine,
  seconds,
}: Measured): { watts: number; source: PowerSource } | null {
  const gpus = machine?.gpus ?? [];
  const joules = sumOfAll(gpus.map(({ energyJoules }) => energyJoules));
  if (joules !== null && joules > 0 && seconds > 0)
    return { watts: joules / seconds, source: "gpuEnergy" };
  const watts = sumOfAll(gpus.map(({ powerMeanWatts }) => powerMeanWatts));
  return watts !== null && watts > 0 ? { watts, source: "gpuPower" } : null;
}

/** Null without values, or if one is unknown. */
function sumOfAll(values: readonly (number | null)[]): number | null {
  if (values.length === 0) return null;
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

function amounts(step: Measured): (readonly [MillionCost["of"], number | null])[] {
  const { chat, texts } = step;
  if (texts?.outputTokensPerSecond !== undefined) {
    const { outputTokensPerSecond: output, inputTokensPerSecond: prompt } = texts;
    return generated(step, prompt, output);
  }
  if (texts)
    return [
      ["promptTokens", texts.inputTokensPerSecond],
      ["inferences", step.inferencesPerSecond],
      ["requests", step.requestsPerSecond],
    ];
  if (!chat) return [["inferences", step.inferencesPerSecond]];
  return generated(step, chat.promptTokensPerSecond, chat.outputTokensPerSecond);
}

/** Tokens per second. */
function generated(
  { requestsPerSecond }: Measured,
  prompt: number | null,
  output: number | null,
): ReturnType<typeof amounts> {
  return [
    ["outputTokens", output],
    ["promptTokens", prompt],
    ["tokens", prompt === null || output === null ? null : prompt + output],
    ["requests", requestsPerSecond],
  ];
}
