import type { Engine, ModelIndexEntry, ModelTelemetry } from "../types.ts";

const HEADS = ["MODEL", "VERSION", "STATE", "INSTANCES", "LOADED IN"] as const;

/**
 * The table of loaded and failed versions for the log at the start: a line for each under a header.
 */
export async function modelTable(engine: Engine): Promise<string[]> {
  const { models } = engine.telemetry();
  const found = await engine.repositoryIndex(false);
  const index = found.filter(isOfInterest);
  if (found.length === 0) return ["No model is loaded: the model repository holds none."];
  if (index.length === 0) {
    const names = found.map(({ name }) => name).slice(0, 5);
    const more = found.length > names.length ? ", …" : "";
    return [
      `No model is loaded: --load-model=NAME or a load call loads those of the repository (${names.join(", ")}${more}).`,
    ];
  }
  const rows = index.map((entry) =>
    formatRow(
      entry,
      models.find(({ name, version }) => name === entry.name && version === entry.version),
    ),
  );
  const widths = HEADS.map((head, i) =>
    Math.max(...[HEADS, ...rows].map((row) => (row[i] ?? head).length)),
  );
  return [HEADS, ...rows].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Models that are only in the repository, in explicit mode, are left out. */
const isOfInterest = ({ state, reason }: ModelIndexEntry): boolean =>
  state !== undefined || reason !== undefined;

function formatRow(
  { name, version = "-", state = "UNAVAILABLE" }: ModelIndexEntry,
  loaded: ModelTelemetry | undefined,
): readonly string[] {
  if (loaded === undefined) return [name, version, state, "-", "-"];
  return [name, version, state, formatInstances(loaded), `${loaded.loadSeconds.toFixed(2)} s`];
}

/** "2 CPU", "1 CPU, 2 GPU 0 by cuda"; an ensemble has none. */
function formatInstances({ instances }: ModelTelemetry): string {
  if (instances.length === 0) return "ensemble";
  const counts = new Map<string, number>();
  for (const { deviceId, provider } of instances) {
    const where = deviceId < 0 ? "CPU" : `GPU ${deviceId} by ${provider}`;
    counts.set(where, (counts.get(where) ?? 0) + 1);
  }
  return [...counts].map(([where, count]) => `${count} ${where}`).join(", ");
}
