import type { ConstraintViolation } from "../../contract/index.ts";
import type { BatchSample, SingleBatch } from "../../simulation/index.ts";
import type { Outcome } from "./goal.ts";

/** Of a point. */
export interface Measurement {
  readonly outcome: Outcome;
  /** Its executions; empty if the server doesn't report them. */
  readonly batches: readonly BatchSample[];
  /** Single executions of a moment; absent if the server doesn't report them. */
  readonly singles?: readonly SingleBatch[];
  /** Why the figures are invalid; null if they are valid. */
  readonly invalidReason: string | null;
  /** By which an invalid measurement may be off; null or absent: unknown (V18). */
  readonly errorFactor?: number | null;
  /** By which its figures may be worse than measured; null or absent: unknown (V18). */
  readonly worseFactor?: number | null;
  /** Absent: no constraint was broken. */
  readonly violation?: ConstraintViolation | null;
  /** Why it ended early, as a sentence; null or absent if it didn't. */
  readonly endedEarly?: string | null;
  /** The model's memory as reported by the server; null or absent if not reported. */
  readonly memoryBytes?: number | null;
}
