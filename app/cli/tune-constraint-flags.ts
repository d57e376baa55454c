import type { SearchConstraints } from "../../main/contract/index.ts";
import { UsageError } from "./command.ts";
import { afterColon, number, optional, wrong } from "./measure/flag-values.ts";

export const constraintOptions = {
  "max-memory": { type: "string" },
  "instance-memory": { type: "string" },
  "keep-objective": { type: "string", multiple: true },
} as const;

interface ConstraintValues {
  readonly "max-memory"?: string | undefined;
  readonly "instance-memory"?: string | undefined;
  readonly "keep-objective"?: readonly string[] | undefined;
}

export interface ConstraintFlags {
  /** Bytes; null here and below: not given. */
  readonly maxMemory: number | null;
  readonly instanceMemory: number | null;
  readonly objectives: SearchConstraints["objectives"];
}

/** Throws a UsageError with the flag, its value and what would be right. */
export function constraintsFrom(values: ConstraintValues): ConstraintFlags {
  const maxMemory = optional(values["max-memory"], (text) => bytes("--max-memory", text));
  const instanceMemory = optional(values["instance-memory"], (text) =>
    bytes("--instance-memory", text),
  );
  if (instanceMemory !== null && maxMemory === null) {
    throw new UsageError("--instance-memory goes with --max-memory; add it or leave both out.");
  }
  return {
    maxMemory,
    instanceMemory,
    objectives: (values["keep-objective"] ?? []).map((text) => {
      const right = "such as text_encoder:p99<=40ms";
      const [model, objective] = afterColon("--keep-objective", text, right);
      return { model, p99Ms: objectiveMs("--keep-objective", objective) };
    }),
  };
}

/** "p99<=20ms" as ms. */
export function objectiveMs(flag: string, text: string): number {
  const [, digits = "", unit = "ms"] =
    /^p99\s*<=?\s*([\d.]+)\s*(ms|s|us|µs)?$/i.exec(text.trim()) ?? [];
  if (digits === "") return wrong(flag, text, "such as p99<=20ms");
  const factor = { ms: 1, s: 1000, us: 0.001, µs: 0.001 }[unit.toLowerCase()] ?? 1;
  return number(flag, digits, Number.MIN_VALUE, 3_600_000) * factor;
}

const UNITS: Readonly<Record<string, number>> = { mib: 2 ** 20, gib: 2 ** 30, mb: 1e6, gb: 1e9 };

function bytes(flag: string, text: string): number {
  const [, digits = "", unit = ""] = /^([\d.]+)\s*(MiB|GiB|MB|GB)$/i.exec(text.trim()) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  if (factor === undefined) return wrong(flag, text, "a size such as 512MiB or 2GiB");
  return number(flag, digits, 0.001, 1_000_000) * factor;
}
