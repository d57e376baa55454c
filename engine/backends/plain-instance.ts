import type { BackendInstance, InstanceOptions } from "./backend.ts";

/** An instance without a runtime or a model file. */
export function plainInstance(
  { name, kind, deviceId }: InstanceOptions,
  provider: string,
): Pick<BackendInstance, "name" | "kind" | "deviceId" | "provider" | "signature" | "takesNext"> {
  return { name, kind, deviceId, provider, signature: undefined, takesNext: false };
}

/** Keeps the last run, so that closing an instance can wait for it. */
export class LastRun {
  #run: Promise<unknown> = Promise.resolve();

  keep<T>(run: Promise<T>): Promise<T> {
    this.#run = run;
    return run;
  }

  /** Resolves when it has ended, with any outcome. */
  async over(): Promise<void> {
    await this.#run.catch(() => {});
  }
}
