import type { ModelRepository } from "./repository.ts";

/** Polls the repository every `seconds`. The returned function stops polling and waits for the current poll. */
export function pollRegularly(
  repository: ModelRepository,
  seconds: number,
  log: (line: string) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout;
  const look = () => {
    running = repository
      .poll()
      .catch((error: Error) => log(error.message))
      .finally(arm);
  };
  const arm = () => {
    if (!stopped) timer = setTimeout(look, seconds * 1000).unref();
  };
  arm();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
