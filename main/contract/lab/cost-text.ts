import type { MillionCost, PowerSource, StepCost } from "./cost.ts";

export const MILLION_LABELS: Readonly<Record<MillionCost["of"], string>> = {
  outputTokens: "output tokens",
  promptTokens: "input tokens",
  tokens: "tokens, input and output",
  requests: "requests",
  inferences: "inferences",
};

const POWER_SOURCES: Readonly<Record<PowerSource, string>> = {
  entered: "as entered, for the whole server",
  gpuEnergy:
    "from the energy that the server's metrics report for its GPUs, without the rest of the machine",
  gpuPower:
    "from the power that the server's metrics report for its GPUs, without the rest of the machine",
};

const MAX_PLAIN = 1e9;

/** Three digits: "2.31", "0.0123", "1,230". */
export function formatAmount(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return rounded >= MAX_PLAIN
    ? rounded.toExponential()
    : rounded.toLocaleString("en-US", { maximumSignificantDigits: 3 });
}

/** "2.31 USD" */
export const formatCost = (value: number, currency: string | null) =>
  `${formatAmount(value)}${currency ? ` ${currency}` : ""}`;

export const formatEnergy = (kWh: number) => `${formatAmount(kWh)} kWh`;

/** The sources of price and power, a sentence each. */
export function describeCostSources(cost: StepCost): string[] {
  const { currency, perHour, gpus, watts, powerSource } = cost;
  return [
    ...(perHour === null
      ? []
      : [
          `Price ${formatCost(perHour, currency)} per hour, as entered${gpus === null ? " for the whole server" : ` for ${gpus} ${gpus === 1 ? "GPU" : "GPUs"}`}.`,
        ]),
    ...(watts === null || powerSource === null
      ? []
      : [`Power ${formatAmount(watts)} W, ${POWER_SOURCES[powerSource]}.`]),
  ];
}
