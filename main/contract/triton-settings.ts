import { z } from "zod";
import { request } from "./define.ts";

const name = z.string().min(1).max(100);

/** By name, as the server reports them; which ones depends on its version and the trace mode. */
export const tritonTrace = z.record(name, z.array(z.string().max(4000)).max(20));
export type TritonTrace = z.infer<typeof tritonTrace>;

export const tritonLog = z.record(
  name,
  z.union([z.boolean(), z.number().int().min(0).max(4_294_967_295), z.string().max(4000)]),
);
export type TritonLog = z.infer<typeof tritonLog>;

const server = z.object({ serverId: z.string() });
/** "": the server's settings, which apply to models without their own. */
const scope = server.extend({ model: z.string().max(1000) });

const some = (changes: object) => Object.keys(changes).length > 0;
const NAMED = "Name a setting to change.";

export const tritonSettingsRequests = {
  /** UNIMPLEMENTED where the server offers neither. Rejections have the server's message. */
  "tritonSettings.trace": request(scope, tritonTrace),
  /** A setting without a value is cleared and falls back to the server's or to the default. The response has the settings afterwards. */
  "tritonSettings.changeTrace": request(
    scope.extend({ changes: tritonTrace.refine(some, NAMED) }),
    tritonTrace,
  ),
  "tritonSettings.log": request(server, tritonLog),
  "tritonSettings.changeLog": request(
    server.extend({ changes: tritonLog.refine(some, NAMED) }),
    tritonLog,
  ),
};
