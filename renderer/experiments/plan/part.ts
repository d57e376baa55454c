import type { ModelDetail, Traffic } from "../../../main/contract/index.ts";

/** Props of each part of the form for one kind of request. */
export interface TrafficPart {
  readonly traffic: Traffic;
  /** Its path in the plan: "traffic.0". */
  readonly at: string;
  readonly set: (part: Partial<Traffic>) => void;
}

export interface InputsPart extends TrafficPart {
  /** Undefined until the server has answered. */
  readonly detail: ModelDetail | undefined;
}
