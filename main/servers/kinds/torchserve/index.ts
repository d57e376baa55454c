import type { ObservedKind, ProbeLog, Reach, Recognised } from "../kind.ts";
import { observe } from "./observe.ts";
import { z } from "zod";
import { Probe } from "../probe/index.ts";
import { isModelList } from "./descriptions.ts";
import { GIVE_MANAGEMENT_ADDRESS, isInferenceAddress, isWrongKey } from "./errors.ts";

/** TorchServe through its management address (SPEC.md). */
export const torchserve: ObservedKind = {
  kind: "torchserve",
  name: "TorchServe",
  capabilities: ["workers"],
  recognise,
  observe,
};

/** GET /api-description, OpenAPI: pytorch/serve, frontend/server/src/test/resources/management_open_api.json. */
const apiDescription = z.object({
  info: z.object({ title: z.string(), version: z.string().nullish() }),
});

async function recognise(
  { http }: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const probe = new Probe(asked, signal);
  let inference = false;
  const manages = await probe.get(http, "/models?limit=1", (answer) => {
    inference = isInferenceAddress(answer);
    return isWrongKey(answer) || isModelList(answer.json) ? true : null;
  });
  const described = await probe.get(http, "/api-description", ({ json }) => {
    const { info } = apiDescription.safeParse(json).data ?? {};
    return info?.title.includes("TorchServe") ? info : null;
  });
  if (described && inference)
    asked("Is it the management address?", `No: ${GIVE_MANAGEMENT_ADDRESS}.`, false);
  if (manages || described) return { version: described?.version ?? null };
  probe.end();
  return null;
}
