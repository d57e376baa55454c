import { StatusError } from "../status.ts";
import type { Call } from "./call.ts";

/** A browser lets any page send a POST to any server, and tells where the page came from (rule W24). */
export function refuseWebPage(call: Call, what: string): void {
  const origin = call.header("origin");
  if (origin === undefined) return;
  throw new StatusError(
    "PERMISSION_DENIED",
    `a web page of '${origin}' cannot ${what}: call this without the header Origin`,
  );
}
