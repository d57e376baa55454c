import type { ConfigPath } from "../../engine/config/index.ts";

/** Path of the editor's cursor; each control subscribes to its own path only. */
export class PathMark {
  readonly #listeners = new Set<() => void>();
  #path: ConfigPath = [];

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get path(): ConfigPath {
    return this.#path;
  }

  set(path: ConfigPath): void {
    if (samePath(path, this.#path)) return;
    this.#path = path;
    for (const listener of this.#listeners) listener();
  }

  /** Whether the cursor is in the value at `path` itself, or in an element of the list there. */
  isAt(path: ConfigPath): boolean {
    const beyond = this.#path.slice(path.length);
    const isOwn = beyond.length === 0 || (beyond.length === 1 && typeof beyond[0] === "number");
    return (
      path.length > 0 && isOwn && path.every((step, at) => String(step) === String(this.#path[at]))
    );
  }
}

function samePath(left: ConfigPath, right: ConfigPath): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index]);
}
