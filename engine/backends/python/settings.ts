import type { ModelConfig } from "../../config/types.ts";
import { EXECUTE_TIMEOUT, wholeNumberParameter } from "../../config/validation/python.ts";

/** What the engine is started with for Python models. */
export interface PythonSettings {
  /** The interpreter of models that name no environment; default python3 of the PATH. */
  readonly executable?: string | undefined;
  /** Seconds that a process may take until it can be spoken to. */
  readonly startSeconds?: number | undefined;
  /** Seconds that one execute may take before its process is ended; 0 is no limit. */
  readonly executeSeconds?: number | undefined;
  /** Whether Python code that comes with a load call is run. */
  readonly allowsLoadedCode?: boolean | undefined;
  /** Where shared memory is made; default /dev/shm. Where it is missing, tensors go through the connection. */
  readonly sharedFolder?: string | undefined;
}

const START_SECONDS = 30;
const EXECUTE_SECONDS = 600;

export function startSeconds({ startSeconds: given }: PythonSettings): number {
  return given ?? START_SECONDS;
}

/** A model's own limit, or the engine's; 0: no limit. */
export function executeSeconds(settings: PythonSettings, config: ModelConfig): number {
  return (
    wholeNumberParameter(config, EXECUTE_TIMEOUT) ?? settings.executeSeconds ?? EXECUTE_SECONDS
  );
}
