import type { Costs, MillionCost, PowerSource, StepCost } from "./cost.ts";
import type { StepPower } from "./step.ts";

type TokenPrice = NonNullable<Costs["tokenPrice"]>;

export const MILLION_LABELS: Readonly<Record<MillionCost["of"], string>> = {
  outputTokens: "output tokens",
  promptTokens: "input tokens",
  tokens: "tokens, input and output",
  requests: "requests",
  inferences: "inferences",
};

const POWER_SOURCES: Readonly<Record<Exclude<PowerSource, "dcgm">, string>> = {
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
  const { currency, perHour, gpus, watts, powerSource, tokenPrice, power } = cost;
  return [
    ...(tokenPrice ? [describeTokenPrice(tokenPrice)] : []),
    ...(perHour === null || tokenPrice
      ? []
      : [
          `Price ${formatCost(perHour, currency)} per hour, as entered${gpus === null ? " for the whole server" : ` for ${gpus} ${gpus === 1 ? "GPU" : "GPUs"}`}.`,
        ]),
    ...(watts === null || powerSource === null
      ? []
      : [
          `Power ${formatAmount(watts)} W, ${powerSource === "dcgm" ? describeDcgm(power) : POWER_SOURCES[powerSource]}.`,
        ]),
  ];
}

/** "2.5 USD per hour; 700 W", "none entered" */
export function describeCosts(costs: Costs | undefined): string {
  const { price, tokenPrice, watts, powerFrom } = costs ?? {};
  const parts = [
    ...(price
      ? [
          `${formatCost(price.perHour, price.currency)} per ${price.per === "gpu" ? "GPU and " : ""}hour`,
        ]
      : []),
    ...(tokenPrice
      ? [
          `${formatAmount(tokenPrice.inputPerMillion)} and ${formatCost(tokenPrice.outputPerMillion, tokenPrice.currency)} per million input and output tokens`,
        ]
      : []),
    ...(watts ? [`${formatAmount(watts)} W`] : []),
    ...(powerFrom ? [powerFrom === "metrics" ? "power by its metrics" : "power by DCGM"] : []),
  ];
  return parts.length === 0 ? "none entered" : parts.join("; ");
}

function describeTokenPrice({ inputPerMillion, outputPerMillion, currency }: TokenPrice): string {
  const of = (price: number) => formatCost(price, currency);
  return `Price ${of(inputPerMillion)} for a million input tokens and ${of(outputPerMillion)} for a million output tokens, as entered.`;
}

function describeDcgm(power: StepPower | null): string {
  if (!power) return "from DCGM";
  const { gpus, samples, by, source } = power;
  return `from DCGM through Prometheus ${source}, of ${gpus} ${gpus === 1 ? "GPU" : "GPUs"} of ${by} by ${samples} ${samples === 1 ? "sample" : "samples"} each, without the rest of the machine`;
}

/** Why DCGM's power of a step is unknown although its GPUs are known; null: it is not. */
export const missingPowerReason = (power: StepPower | undefined): string | null =>
  power?.watts === null
    ? `Prometheus ${power.source} has no sample of the GPUs' power within the span; measure longer than its scrape interval.`
    : null;
