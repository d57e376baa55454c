import type { ServerCapability, ServerKind } from "../contract/index.ts";
import type { ServerCalls } from "./adapter.ts";
import type { EngineInsight } from "./insight.ts";

/**
 * A session with a server that has introduced itself, over open connections. It has no state and sends each call once;
 * calls reject with StatusErrors. Disposing closes its connections.
 */
export interface Session extends ServerCalls, Disposable {
  readonly kind: ServerKind;
  readonly version: string | null;
  /** Whether the server is a Batchdeck engine. */
  readonly batchdeck: boolean;
  readonly capabilities: readonly ServerCapability[];
  readonly insight: EngineInsight | null;
  /** As in the server's status, from the last poll; absent for kinds without a repository. */
  readonly repositoryProblem?: string | null;
}
