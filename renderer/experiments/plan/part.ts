import type { ModelDetail, Traffic } from "../../../main/contract/index.ts";

/** What each part of the form of one kind of request gets. */
export interface TrafficPart {
  readonly traffic: Traffic;
  /** Path of it in the plan: "traffic.0". */
  readonly at: string;
  readonly set: (part: Partial<Traffic>) => void;
}

export interface InputsPart extends TrafficPart {
  /** Undefined until the server has answered. */
  readonly detail: ModelDetail | undefined;
}
