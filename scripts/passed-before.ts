import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Changes when one of the files is added, removed, renamed or written. */
function fingerprintFiles(root: string, files: readonly string[]): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of files.toSorted()) {
    const { mtimeMs, size } = fs.statSync(path.join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex");
}

/** Remembers in `stamp` with which files something passed that depends on nothing else. */
export class PassedBefore {
  readonly #stamp: string;
  readonly #fingerprint: string;

  constructor(root: string, stamp: string, files: readonly string[]) {
    this.#stamp = path.join(root, stamp);
    this.#fingerprint = fingerprintFiles(root, files);
  }

  /** Whether it passed with the files as they were when this was made. */
  get holds(): boolean {
    return fs.existsSync(this.#stamp) && fs.readFileSync(this.#stamp, "utf8") === this.#fingerprint;
  }

  remember(): void {
    fs.mkdirSync(path.dirname(this.#stamp), { recursive: true });
    fs.writeFileSync(this.#stamp, this.#fingerprint);
  }
}
