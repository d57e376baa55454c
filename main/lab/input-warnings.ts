import fs from "node:fs/promises";
import type { ExperimentPlan, InputSource } from "../contract/index.ts";

/** Warns of missing input files before the load generator finds out. */
export async function inputWarnings({ traffic }: ExperimentPlan): Promise<string[]> {
  const paths = new Set(traffic.flatMap(({ inputs }) => listPaths(inputs)));
  const found = await Promise.all([...paths].map(checkPath));
  return found.filter((words) => words !== null);
}

function listPaths(source: InputSource): readonly string[] {
  switch (source.kind) {
    case "generated":
    case "embeddings":
    case "rerank":
      return [];
    case "perf-analyzer":
    case "csv":
      return [source.path];
    case "images":
      return [source.folder];
    case "chat":
      return source.prompts.kind === "words" ? [] : [source.prompts.path];
    case "numpy":
      return Object.values(source.files);
  }
}

async function checkPath(path: string): Promise<string | null> {
  try {
    await fs.access(path, fs.constants.R_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? `The inputs '${path}' do not exist on the machine that sends the load.`
      : `The inputs '${path}' cannot be read: ${code ?? (error as Error).message}.`;
  }
}
