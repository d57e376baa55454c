import type { TurnPosition } from "./held-conversations.ts";
import type { StreamFigures, UsageFigures } from "./lane.ts";

/** What is known of a request that ended. Times are monotonic ms. */
export interface RequestTimes {
  readonly scheduledAt: number;
  readonly sentAt: number;
  readonly now: number;
  readonly items: number;
  readonly stream?: StreamFigures | undefined;
  readonly usage?: UsageFigures | undefined;
  readonly turn?: TurnPosition | undefined;
  /** Group whose prefix it has, from 0; null: none. Absent: there are no groups. */
  readonly group?: number | null | undefined;
}
