import { z } from "zod";
import type { ExperimentStep } from "./step.ts";

/** Price and power of the measured server as entered by a user; they don't change measurements. */
export const costs = z.object({
  /** Price of the whole server, or of each of its GPUs; null: unknown. */
  price: z
    .object({
      perHour: z.number().positive().max(1_000_000),
      per: z.enum(["server", "gpu"]),
      /** A code or a sign: "USD", "€". */
      currency: z.string().regex(/^[\p{Sc}\p{L}]{1,5}$/u),
    })
    .nullable(),
  /** GPUs that are paid for; null: as many as the server's metrics report. */
  gpus: z.number().int().min(1).max(100_000).nullable(),
  /** Power of the whole server; null: its GPUs' power from the metrics. */
  watts: z.number().positive().max(10_000_000).nullable(),
});
export type Costs = z.infer<typeof costs>;

/** `entered`: by a user. The others come from the server's metrics and cover only its GPUs. */
export type PowerSource = "entered" | "gpuEnergy" | "gpuPower";

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
>;

/** LAB-COST-1; null if neither price nor power is known, or nothing succeeded. */
export function stepCost(step: Measured, given: Costs | undefined): StepCost | null {
  const price = pricePerHour(step, given);
  const power = findPower(step, given);
  if ((!price && !power) || step.successes === 0 || step.seconds <= 0) return null;
  return {
    currency: price && (given?.price?.currency ?? null),
    perHour: price?.perHour ?? null,
    gpus: price?.gpus ?? null,
    watts: power?.watts ?? null,
    powerSource: power?.source ?? null,
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

function pricePerHour({ machine }: Measured, given: Costs | undefined) {
  const price = given?.price;
  if (!price) return null;
  if (price.per === "server") return { perHour: price.perHour, gpus: null };
  const gpus = given.gpus ?? machine?.gpus.length ?? 0;
  return gpus === 0 ? null : { perHour: price.perHour * gpus, gpus };
}

function findPower(
  { machine, seconds }: Measured,
  given: Costs | undefined,
): { watts: number; source: PowerSource } | null {
  if (given?.watts) return { watts: given.watts, source: "entered" };
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
  if (texts)
    return [
      ["promptTokens", texts.inputTokensPerSecond],
      ["inferences", step.inferencesPerSecond],
      ["requests", step.requestsPerSecond],
    ];
  if (!chat) return [["inferences", step.inferencesPerSecond]];
  const { outputTokensPerSecond: output, promptTokensPerSecond: prompt } = chat;
  return [
    ["outputTokens", output],
    ["promptTokens", prompt],
    ["tokens", prompt === null ? null : prompt + output],
    ["requests", step.requestsPerSecond],
  ];
}
