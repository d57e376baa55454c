import type { ModelStatistics } from "../../../engine/types.ts";
import type { ModelDetail } from "../../contract/index.ts";
import type { BatchSink } from "../../servers/index.ts";

/** A server to measure that is only known by its target. Calls reject with StatusErrors. */
export interface MeasuredServer extends Disposable {
  modelDetail(model: string): Promise<ModelDetail>;
  statistics(model: string): Promise<ModelStatistics[]>;
  /** Emits executed batches until disposed; on servers that don't report them it ends at once. */
  watchBatches(model: string, sink: BatchSink): Disposable;
  /** Known after the first response; null where not reported by this server. */
  readonly version: string | null;
  /** Known after the first response: over HTTP its tensors must be JSON. */
  readonly asJson: boolean;
}
