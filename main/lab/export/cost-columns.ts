import {
  type ExperimentPlan,
  type ExperimentStep,
  MILLION_LABELS,
  type MillionCost,
  stepCost,
} from "../../contract/index.ts";
import type { Column } from "./csv-columns.ts";

/** Absent if neither price nor power is known. */
export function costColumns(plan: ExperimentPlan, steps: readonly ExperimentStep[]): Column[] {
  const of = (step: ExperimentStep) => stepCost(step, plan.costs);
  const known = steps.flatMap((step) => of(step) ?? []);
  const kinds = new Set(known.flatMap(({ millions }) => millions.map((each) => each.of)));
  const value = (step: ExperimentStep, kind: MillionCost["of"], name: "cost" | "kWh") =>
    of(step)?.millions.find((each) => each.of === kind)?.[name] ?? null;
  return [...kinds].flatMap((kind): Column[] => [
    [`Cost per Million ${MILLION_LABELS[kind]}`, (step) => value(step, kind, "cost")],
    [`kWh per Million ${MILLION_LABELS[kind]}`, (step) => value(step, kind, "kWh")],
  ]);
}
