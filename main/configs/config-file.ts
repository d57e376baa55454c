import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { StatusError } from "../../base/status-error.ts";
import { fromFileError } from "../../base/file-error.ts";
import { atomicWriteFile } from "../store/index.ts";

/** config.pbtxt of one model in a local repository. */
export class ConfigFile {
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

  async write(text: string): Promise<void> {
    await atomicWriteFile(this.path, text);
  }
}

/** Hash of the file's content; a missing file has its own. */
export function hashText(text: string | null): string {
  return text === null ? "absent" : createHash("sha256").update(text).digest("hex").slice(0, 32);
}
