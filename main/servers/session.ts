import type { ServerCapability, ServerKind } from "../contract/index.ts";
import type { ServerCalls } from "./adapter.ts";
import type { EngineInsight } from "./insight.ts";

/**
 * A session with a server that has said what it is, over open connections. It keeps no state and makes each call once; calls
 * reject with StatusErrors. Disposing closes its connections.
 */
export interface Session extends ServerCalls, Disposable {
  readonly kind: ServerKind;
  readonly version: string | null;
  /** Whether it is a Batchdeck engine. */
  readonly batchdeck: boolean;
  readonly capabilities: readonly ServerCapability[];
  readonly insight: EngineInsight | null;
  /** As in the server's status, as of the last poll; left out by kinds without a repository. */
  readonly repositoryProblem?: string | null;
}
