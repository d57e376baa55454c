import fs from "node:fs/promises";
import { z } from "zod";
import { isStoreUrl } from "../../engine/stores/store-url.ts";
import type { Clock } from "../../base/clock.ts";
import type { RecentRepository } from "../contract/index.ts";
import { readSetting, writeSetting } from "../settings/index.ts";
import { fromFileError } from "../../base/file-error.ts";
import { type Db } from "../store/index.ts";

const NAME = "recentRepositories";
const LIMIT = 10;

const stored = z.object({
  version: z.literal(1),
  folders: z.array(z.object({ folder: z.string().max(4096), openedAt: z.number() })).max(LIMIT),
});
type Entry = z.infer<typeof stored>["folders"][number];

/** The folders that were opened last (SPEC.md, REPO-5, REPO-6). */
export class RecentRepositories {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  add(folder: string): void {
    const openedAt = Math.round(this.#clock.now());
    this.#write([{ folder, openedAt }, ...this.#without(folder)]);
  }

  forget(folder: string): void {
    this.#write(this.#without(folder));
  }

  /** With what became of each since. */
  async list(current: readonly string[]): Promise<Omit<RecentRepository, "writable">[]> {
    return await Promise.all(
      this.#read().map(async (entry) => ({
        ...entry,
        missing: await missingReason(entry.folder),
        current: current.includes(entry.folder),
      })),
    );
  }

  #without(folder: string): Entry[] {
    return this.#read().filter((each) => each.folder !== folder);
  }

  #read(): Entry[] {
    return stored.safeParse(readSetting(this.#db, NAME)).data?.folders ?? [];
  }

  #write(folders: readonly Entry[]): void {
    writeSetting(this.#db, NAME, { version: 1, folders: folders.slice(0, LIMIT) });
  }
}

/** Stores are asked when they are opened. */
async function missingReason(folder: string): Promise<string | null> {
  if (isStoreUrl(folder)) return null;
  try {
    if (!(await fs.stat(folder)).isDirectory()) return "It is a file now.";
    await fs.access(folder, fs.constants.R_OK | fs.constants.X_OK);
    return null;
  } catch (error) {
    return fromFileError(error, folder).message;
  }
}
