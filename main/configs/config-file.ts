import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { StatusError } from "../../base/status-error.ts";
import { fromFileError } from "../../base/file-error.ts";
import { atomicWriteFile } from "../store/index.ts";

/** A model's config.pbtxt, on this machine or in an object store. */
export interface ConfigSource {
  /** A path, or an object's URL. */
  readonly path: string;
  /** The model's folder on this machine; null in a store. */
  readonly folder: string | null;
  /** Null without one. */
  read(): Promise<string | null>;
  /** What it was when it was read last, undefined before; only where it may be out of reach for a while. */
  lastRead?(): string | null | undefined;
  /** Returns what it replaced. A store writes only where it still has `before`: else ABORTED. */
  write(text: string, before: string | null): Promise<string | null>;
}

/** config.pbtxt of one model in a local repository. */
export class ConfigFile implements ConfigSource {
  readonly path: string;

  private constructor(file: string) {
    this.path = file;
  }

  /** Throws NOT_FOUND if the repository has no directory of that name. */
  static async of(repository: string, model: string): Promise<ConfigFile> {
    const folder = path.join(repository, model);
    const inside =
      path.basename(folder) === model && path.dirname(folder) === path.resolve(repository);
    const found = inside && (await fs.stat(folder).catch(() => null))?.isDirectory();
    if (!found)
      throw new StatusError(
        "NOT_FOUND",
        `The model repository '${repository}' has no directory for a model '${model}'.`,
      );
    return new ConfigFile(path.join(folder, "config.pbtxt"));
  }

  get folder(): string {
    return path.dirname(this.path);
  }

  /** Null if there is no file. */
  async read(): Promise<string | null> {
    try {
      return await fs.readFile(this.path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw fromFileError(error, this.path);
    }
  }

  async write(text: string): Promise<string | null> {
    // Someone else may have written it since it was read last.
    const replaced = await this.read();
    await atomicWriteFile(this.path, text);
    return replaced;
  }
}

/** Hash of the file's content; a missing file has its own. */
export function hashText(text: string | null): string {
  return text === null ? "absent" : createHash("sha256").update(text).digest("hex").slice(0, 32);
}
