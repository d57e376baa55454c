import type { ModelStatistics } from "../../../engine/types.ts";
import type {
  ConstraintViolation,
  InstanceMemory,
  SearchConstraints,
} from "../../contract/index.ts";
import { missedObjective, type OtherModels } from "./other-models.ts";
import { type Point, sameSettings, type Settings } from "./settings.ts";

const MIB = 2 ** 20;
const mib = (bytes: number) =>
  `${bytes < 10 * MIB ? (bytes / MIB).toPrecision(2) : (bytes / MIB).toFixed(0)} MiB`;

/** Memory that a server reports for a model with all of its versions; null if it reports none. */
export function reportedBytes(statistics: readonly ModelStatistics[]): number | null {
  const bytes = statistics
    .flatMap(({ memory_usage }) => memory_usage)
    .map((each) => each.byte_size);
  const sum = bytes.reduce((total, each) => total + each, 0);
  return sum > 0 ? sum : null;
}

interface InstanceMemorySource {
  readonly statistics: readonly ModelStatistics[];
  /** Active instances. */
  readonly instances: number;
  readonly fileBytes: number | null;
  /** Batchdeck's engine derives its report from its resident set. */
  readonly isBatchdeck: boolean;
}

/** Memory of an instance: from the server's report, else from the size of the model's files; null without both. */
export function instanceMemoryFrom({
  statistics,
  instances,
  fileBytes,
  isBatchdeck,
}: InstanceMemorySource): InstanceMemory | null {
  const reported = reportedBytes(statistics);
  if (reported !== null) {
    const bytes = reported / instances;
    if (!isBatchdeck) return { bytes, basis: "server" };
    // Memory that was free before doesn't show up as growth.
    if (bytes > (fileBytes ?? 0)) return { bytes, basis: "resident" };
  }
  return fileBytes === null || fileBytes < 1 ? null : { bytes: fileBytes, basis: "files" };
}

const BASIS: Readonly<Record<InstanceMemory["basis"], string>> = {
  server: "reported by the server",
  resident: "what the engine's resident set grew by at the load",
  files: "the size of its files",
  stated: "as stated",
};

/** Why these instances are predicted to exceed the limit; null if they aren't. */
export function memoryViolation(
  { instances }: Pick<Settings, "instances">,
  { memory }: Pick<SearchConstraints, "memory">,
): ConstraintViolation | null {
  if (memory === null) return null;
  const { limitBytes, instance } = memory;
  const bytes = instances * instance.bytes;
  if (bytes <= limitBytes) return null;
  const text = `${instances} × ${mib(instance.bytes)} (${BASIS[instance.basis]}) is ${mib(bytes)}, limit ${mib(limitBytes)}.`;
  return { kind: "memory", text };
}

interface Excluded {
  readonly configurations: number;
  readonly reason: string;
}

/**
 * Excludes points predicted to exceed the memory limit, with a reason for each number of instances. The active settings
 * stay: all others are compared with them.
 */
export function withinMemory(
  points: readonly Point[],
  baseline: Settings,
  constraints: Pick<SearchConstraints, "memory">,
): { readonly points: Point[]; readonly excluded: Excluded[] } {
  const broken = new Map<string, Set<string>>();
  const kept = points.filter(({ settings }) => {
    const violation = memoryViolation(settings, constraints);
    if (violation === null || sameSettings(settings, baseline)) return true;
    const known = broken.get(violation.text) ?? new Set();
    broken.set(violation.text, known.add(JSON.stringify(settings)));
    return false;
  });
  const excluded = [...broken].map(([reason, all]) => ({ configurations: all.size, reason }));
  return { points: kept, excluded };
}

export interface ConstraintCheck {
  readonly settings: Settings;
  /** Statistics of the searched model after the measurement. */
  readonly statistics: readonly ModelStatistics[];
  /** Counters of all models before and after; null if no other model's objective counts. */
  readonly others: { readonly before: OtherModels; readonly after: OtherModels } | null;
}

export interface Checked {
  readonly memoryBytes: number | null;
  readonly violation: ConstraintViolation | null;
}

/** The constraint that a measurement broke; null if none (SEARCH-16, SEARCH-17). */
export function checkConstraints(
  constraints: SearchConstraints,
  { settings, statistics, others }: ConstraintCheck,
): Checked {
  const memoryBytes = reportedBytes(statistics);
  return {
    memoryBytes,
    violation:
      measuredMemoryViolation(constraints, settings, memoryBytes) ??
      (others && missedObjective(constraints.objectives, others)),
  };
}

function measuredMemoryViolation(
  constraints: SearchConstraints,
  settings: Settings,
  memoryBytes: number | null,
): ConstraintViolation | null {
  const { memory } = constraints;
  if (memory === null || memoryBytes === null) return memoryViolation(settings, constraints);
  if (memoryBytes <= memory.limitBytes) {
    return memory.instance.basis === "resident" ? memoryViolation(settings, constraints) : null;
  }
  const text = `The server reports ${mib(memoryBytes)} for the model, limit ${mib(memory.limitBytes)}.`;
  return { kind: "memory", text };
}
