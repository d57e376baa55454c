import { StatusError } from "../../base/status-error.ts";

/** In bytes. A model's name is that of its folder, which file systems limit to this length. */
const MAX_NAME_BYTES = 255;
const MAX_SHOWN = 300;

/** Throws INVALID_ARGUMENT for a name that no model can have (rule LOAD-26). */
export function checkModelName(name: string): void {
  if (name.length <= MAX_NAME_BYTES && Buffer.byteLength(name) <= MAX_NAME_BYTES) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `the model's name '${shownName(name)}' is too long: it has ${Buffer.byteLength(name)} bytes, and at most ${MAX_NAME_BYTES} are possible`,
  );
}

/** Shortens a client's text for errors, logs and traces. */
export function shownName(name: string): string {
  return name.length <= MAX_SHOWN ? name : `${name.slice(0, 64)}…`;
}
