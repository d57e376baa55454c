import {
  type AlertCondition,
  type AlertDraft,
  FIGURES,
  type FigureUnit,
} from "../contract/index.ts";

interface Where {
  readonly server: string;
  readonly model: string;
}

/** Describes a firing in one sentence. */
export function describeFiring(
  { condition }: Pick<AlertDraft, "condition">,
  { server, model }: Where,
  value: number | null,
): string {
  const place = model === "" ? server : `${model} on ${server}`;
  return `${place}${describeCondition(condition, value)}.`;
}

export function endMessage(rule: string, { server, model }: Where, by: "well" | "unknown"): string {
  const place = model === "" ? server : `${model} on ${server}`;
  return by === "well"
    ? `${rule}: ${place} is resolved.`
    : `${rule}: no data for ${place} for five minutes.`;
}

function describeCondition(condition: AlertCondition, value: number | null): string {
  switch (condition.kind) {
    case "lost":
      return " does not answer";
    case "notReady":
      return " is not ready";
    case "figure": {
      const { label, unit } = FIGURES[condition.figure];
      return value === null ? "" : `, ${label.toLowerCase()} at ${inUnit(value, unit)}`;
    }
    case "metric":
      return value === null ? "" : `, ${condition.key.name} at ${digits(value)}`;
  }
}

function inUnit(value: number, unit: FigureUnit): string {
  if (unit === "fraction") return `${digits(value * 100)} %`;
  return unit === "ratio" ? digits(value) : `${digits(value)} ${unit}`;
}

/** Three significant digits, whole numbers without decimals. */
function digits(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
}
