import type { ModelConfig } from "../../config/types.ts";
import { EXECUTE_TIMEOUT, wholeNumberParameter } from "../../config/validation/python.ts";

/** Engine settings for Python models. */
export interface PythonSettings {
  /** Interpreter for models without an environment; default python3 from PATH. */
  readonly executable?: string | undefined;
  /** Time limit in seconds until a started process responds. */
  readonly startSeconds?: number | undefined;
  /** Time limit of one execute in seconds before its process is ended; 0 for no limit. */
  readonly executeSeconds?: number | undefined;
  /** Whether to run Python code from load calls. */
  readonly allowsLoadedCode?: boolean | undefined;
  /**
   * Folder for shared memory; default /dev/shm. If it is missing, tensors go through the
   * connection.
   */
  readonly sharedFolder?: string | undefined;
}

const START_SECONDS = 30;
const EXECUTE_SECONDS = 600;

export function startSeconds({ startSeconds: given }: PythonSettings): number {
  return given ?? START_SECONDS;
}

/** The model's own limit, or the engine's; 0 for no limit. */
export function executeSeconds(settings: PythonSettings, config: ModelConfig): number {
  return (
    wholeNumberParameter(config, EXECUTE_TIMEOUT) ?? settings.executeSeconds ?? EXECUTE_SECONDS
  );
}
