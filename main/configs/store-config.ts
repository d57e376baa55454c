import { StatusError } from "../../base/status-error.ts";
import type { ConfigSource } from "./config-file.ts";

/** A model's config.pbtxt in an object store, whether or not it may be written. */
export interface StoreConfig {
  /** The URL of the model repository. */
  readonly repository: string;
  readonly bucket: string;
  readonly key: string;
  readonly url: string;
  /** Whether the person allows writing to the repository. */
  readonly writable: boolean;
  read(): Promise<string | null>;
  lastRead(): string | null | undefined;
  write(text: string, before: string | null): Promise<void>;
}

/** Only where it may be written is it read: otherwise what serves speaks for it. */
export function storeSource(config: StoreConfig): ConfigSource | null {
  if (!config.writable) return null;
  return {
    path: config.url,
    folder: null,
    read: () => config.read(),
    lastRead: () => config.lastRead(),
    write: async (text, before) => {
      try {
        await config.write(text, before);
      } catch (thrown) {
        const error = StatusError.from(thrown);
        throw ofStore(config, error, error.message);
      }
      return before;
    },
  };
}

/** Why config.pbtxt can't be written to the store; null where it can. */
export function storeObstacle(
  config: StoreConfig,
  problem: StatusError | null,
): StatusError | null {
  if (!config.writable)
    return new StatusError(
      "FAILED_PRECONDITION",
      `Writing '${config.url}' is not allowed: allow it, or apply an override. Nothing was applied; the draft is kept.`,
    );
  return (
    problem &&
    ofStore(config, problem, `${problem.message} Nothing was applied; the draft is kept.`)
  );
}

function ofStore({ repository }: StoreConfig, error: StatusError, message: string): StatusError {
  return new StatusError(error.code, message, { cause: error, details: { store: repository } });
}
