import fs from "node:fs";
import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import { tuningSearch, type TuningSearch } from "../../contract/index.ts";
import { atomicWriteFile } from "../../store/index.ts";

const VERSION = 1;

/** A running search's goal and measurements. */
const progress = z.object({
  version: z.literal(VERSION),
  search: tuningSearch
    .pick({
      serverId: true,
      model: true,
      goal: true,
      ranges: true,
      constraints: true,
      baselineConfig: true,
      plan: true,
      known: true,
      measured: true,
    })
    .required({ known: true }),
});
export type Progress = z.infer<typeof progress>["search"];

const NAMES = {
  serverId: "server",
  model: "model",
  goal: "goal",
  ranges: "ranges",
  constraints: "constraints",
  baselineConfig: "active configuration",
  plan: "requests",
} satisfies Partial<Record<keyof Progress, string>>;

/**
 * The trials of an interrupted search that `wanted` continues; null without such a file. FAILED_PRECONDITION names what
 * differs, DATA_LOSS a file without a search.
 */
export function readProgress(
  file: string,
  wanted: Pick<TuningSearch, keyof typeof NAMES>,
): Progress | null {
  if (!fs.existsSync(file)) return null;
  const kept = parse(file);
  for (const [field, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    if (JSON.stringify(kept[field]) === JSON.stringify(plain(wanted[field]))) continue;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `'${file}' holds a search with another ${name}. Give another file, or delete it to start again.`,
    );
  }
  return kept;
}

/** As it would be read back, without undefined fields. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

function parse(file: string): Progress {
  try {
    return progress.parse(JSON.parse(fs.readFileSync(file, "utf8"))).search;
  } catch (error) {
    throw new StatusError(
      "DATA_LOSS",
      `'${file}' holds no interrupted search. Give another file, or delete it to start again.`,
      { cause: error },
    );
  }
}

export const writeProgress = (file: string, search: Progress): Promise<void> =>
  atomicWriteFile(file, `${JSON.stringify({ version: VERSION, search })}\n`);

export const removeProgress = (file: string): void => fs.rmSync(file, { force: true });
