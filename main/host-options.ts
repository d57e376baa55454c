import type { HostInfo } from "./contract/index.ts";
import type { Keychain } from "./servers/index.ts";
import type { DataLock } from "./store/index.ts";
import type { EarlyEngine } from "./supervision/early-engine.ts";

/** What a shell (desktop, web, test) gives the host. */
export interface HostOptions {
  readonly version: string;
  /** Created if missing. */
  readonly dataDirectory: string;
  readonly modelRepository: string | readonly string[];
  /** Whether the user asked for these repositories; else the one that was opened last comes first. */
  readonly modelRepositoryFixed?: boolean;
  /** Whether any local program may load and unload models of the embedded engine and change its settings. */
  readonly openControl?: boolean;
  /** Values of the embedded engine's `--backend-config`, checked. */
  readonly backendConfig?: readonly string[];
  /** Modules that run as processes of their own; .ts in development, .js when bundled. */
  readonly entries: { readonly engine: URL; readonly generator: URL };
  /** An engine process that was started before; the embedded engine's first start takes it if it serves the same. */
  readonly earlyEngine?: EarlyEngine;
  /** The data directory's lock, where it was taken ahead; the host closes it. */
  readonly lock?: DataLock;
  readonly capabilities: HostInfo["capabilities"];
  /** Asks the user for a folder; null when none is chosen. For `capabilities.openFolder`. */
  readonly pickFolder?: (title: string) => Promise<string | null>;
  /** Where the secrets of connections are kept, or why they are not; without it they are held in memory. */
  readonly keychain?: Keychain | string;
  /** One line per event, for the shell's terminal. */
  readonly log: (line: string) => void;
}
