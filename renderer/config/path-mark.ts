import type { ConfigPath } from "../../engine/config/index.ts";

/** The place of the text's cursor; each control listens for its own path alone. */
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

  /** Also where the cursor is in an element of the list at `path`. */
  isAt(path: ConfigPath): boolean {
    return (
      path.length > 0 && path.every((step, index) => String(step) === String(this.#path[index]))
    );
  }
}

function samePath(left: ConfigPath, right: ConfigPath): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index]);
}
