import type { BackendInstance, InstanceOptions } from "./backend.ts";

/** What an instance that needs neither a runtime nor a model file says of itself. */
export function plainInstance(
  { name, kind, deviceId }: InstanceOptions,
  provider: string,
): Pick<BackendInstance, "name" | "kind" | "deviceId" | "provider" | "signature" | "takesNext"> {
  return { name, kind, deviceId, provider, signature: undefined, takesNext: false };
}

/** Keeps the last run, to be waited for before an instance is closed. */
export class LastRun {
  #run: Promise<unknown> = Promise.resolve();

  keep<T>(run: Promise<T>): Promise<T> {
    this.#run = run;
    return run;
  }

  /** Resolves when it is over, however it ended. */
  async over(): Promise<void> {
    await this.#run.catch(() => {});
  }
}
