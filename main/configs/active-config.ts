import { configFromJson, printConfig } from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";
import type { ModelDetail } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { canonical } from "./canonical.ts";
import { type ConfigSource, hashText } from "./config-file.ts";
import type { KeptRevision } from "./config-store.ts";
import type { StoreConfig } from "./store-config.ts";

export type ServedConfig = ModelDetail["config"];

/** The active configuration of a model, as far as it is known. */
export interface ActiveConfig {
  readonly text: string;
  readonly etag: string;
  /** Null if config.pbtxt can't be accessed. */
  readonly file: ConfigSource | null;
  /** Null without one. */
  readonly onDisk: string | null;
  /** Null where the repository is in no object store. */
  readonly store: StoreConfig | null;
  /** Why the store can't be read, so that its part is as it was read last. */
  readonly storeProblem: StatusError | null;
  readonly overriddenFile: string | null;
  /** Null while the model doesn't serve or the server doesn't answer. */
  readonly served: ServedConfig;
  readonly servedEtag: string;
  readonly unreachable: StatusError | null;
}

/**
 * Reads the active configuration. `newest` is the latest revision: while the server serves the same as after it, its text
 * is returned, comments included. Rejects if neither file nor server nor revision has a configuration.
 */
export async function readActiveConfig(
  server: ServerAdapter,
  model: string,
  source: { readonly file: ConfigSource | null; readonly store: StoreConfig | null },
  newest: KeptRevision | undefined,
): Promise<ActiveConfig> {
  const [{ file, onDisk, storeProblem }, { served, error }] = await Promise.all([
    readSource(source.file),
    askServed(server, model),
  ]);
  const servedEtag = hashServedConfig(served);
  const base = {
    file,
    onDisk,
    store: source.store,
    storeProblem,
    served,
    servedEtag,
    unreachable: error,
    overriddenFile: null,
  };
  const isNewest = servedEtag !== "" && newest?.servedEtag === servedEtag;
  if (file) {
    // One that was found serving, before the file could be read, is no override.
    if (isNewest && newest.place === "server" && newest.origin !== "found") {
      const { text } = newest;
      return { ...base, text, etag: overrideEtag(onDisk, text), overriddenFile: onDisk ?? "" };
    }
    return { ...base, text: onDisk ?? printServedConfig(served), etag: hashText(onDisk) };
  }
  if (error && (!newest || !isSilence(error))) throw error;
  if (error) return { ...base, text: newest?.text ?? "", etag: newest?.etag ?? "" };
  const text = isNewest || served === null ? newest?.text : undefined;
  return { ...base, text: text ?? printServedConfig(served), etag: servedEtag || hashText(null) };
}

/** A store that fails is as it was read last, or out of reach where it never was. */
async function readSource(
  file: ConfigSource | null,
): Promise<Pick<ActiveConfig, "file" | "onDisk" | "storeProblem">> {
  if (!file) return { file, onDisk: null, storeProblem: null };
  try {
    return { file, onDisk: await file.read(), storeProblem: null };
  } catch (thrown) {
    if (!file.lastRead) throw thrown;
    const storeProblem = StatusError.from(thrown);
    const onDisk = file.lastRead();
    if (onDisk === undefined) return { file: null, onDisk: null, storeProblem };
    return { file, onDisk, storeProblem };
  }
}

/** Etag of an override over a file: changes with either. */
export function overrideEtag(onDisk: string | null, text: string): string {
  return `${hashText(onDisk)}+${hashText(text)}`;
}

/** "" if nothing is served. */
export function hashServedConfig(served: ServedConfig): string {
  return served === null ? "" : `served-${hashText(canonical(served))}`;
}

/** The server's configuration as text; "" without one, or for one of a newer protocol. */
export function printServedConfig(served: ServedConfig): string {
  if (served === null) return "";
  try {
    return printConfig(configFromJson(served));
  } catch {
    return "";
  }
}

async function askServed(
  server: ServerAdapter,
  model: string,
): Promise<{ served: ServedConfig; error: StatusError | null }> {
  try {
    return { served: (await server.modelDetail(model)).config, error: null };
  } catch (thrown) {
    return { served: null, error: StatusError.from(thrown) };
  }
}

/** Whether the server didn't answer, as opposed to answering with an error. */
function isSilence({ code }: StatusError): boolean {
  return code === "UNAVAILABLE" || code === "DEADLINE_EXCEEDED";
}
