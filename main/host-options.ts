import type { HostInfo } from "./contract/index.ts";

/** What a shell (desktop, web, test) gives the host. */
export interface HostOptions {
  readonly version: string;
  /** Created if missing. */
  readonly dataDirectory: string;
  readonly modelRepository: string;
  /** Modules that run as processes of their own; .ts in development, .js when bundled. */
  readonly entries: { readonly engine: URL; readonly generator: URL };
  readonly capabilities: HostInfo["capabilities"];
  /** One line per event, for the shell's terminal. */
  readonly log: (line: string) => void;
}
