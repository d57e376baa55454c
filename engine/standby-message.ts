/** The only argument of an engine process that gets its arguments from its parent, once they are known. */
export const STANDBY_FLAG = "--standby";

/** Sent by the parent, once. */
export interface StandbyMessage {
  readonly type: "serve";
  readonly args: readonly string[];
}
