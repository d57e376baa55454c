import { remove } from "../fix.ts";
import type { Subject } from "./subject.ts";

const PATH = "response_cache";

/** C3; validation reports C1 and C2. */
export function adviseOnCache(subject: Subject): void {
  const { written, options, name, advise } = subject;
  if (options.cache === false && written.response_cache?.enable) {
    advise(
      "C3",
      `${PATH}.enable`,
      `response_cache of '${name}' is on, but the server has no cache (--cache-config): nothing is cached. Start the server with one, or remove response_cache.`,
      { fix: remove(PATH) },
    );
  }
  if (options.cache === true && noModelCaches(subject)) {
    const others = options.models?.length ?? 0;
    const message = `The server has a response cache, but ${others === 0 ? `'${name}'` : `none of its ${others + 1} models`} uses it: its memory is reserved for nothing. Set response_cache { enable: true } where equal requests repeat.`;
    advise("C3", PATH, message, { severity: "info" });
  }
}

function noModelCaches({ written, options }: Subject): boolean {
  if (options.models === undefined) return false;
  const configs = [written, ...options.models.map(({ config }) => config)];
  return !configs.some(({ response_cache: cache }) => cache?.enable);
}
