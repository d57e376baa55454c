import { z } from "zod";
import { Interview } from "../asking/index.ts";
import type { Asked, Reach, Recognised } from "../kind.ts";
import { modelListOf } from "./descriptions.ts";
import { GIVE_MANAGEMENT_ADDRESS, isInferenceAddress, isWrongKey } from "./refusals.ts";

/** GET /api-description, OpenAPI: pytorch/serve, frontend/server/src/test/resources/management_open_api.json. */
const apiDescription = z.object({
  info: z.object({ title: z.string(), version: z.string().nullish() }),
});

export async function recognise(
  { http }: Reach,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const interview = new Interview(asked, signal);
  let inference = false;
  const manages = await interview.ask(http, "/models?limit=1", (answer) => {
    inference = isInferenceAddress(answer);
    return isWrongKey(answer) || modelListOf(answer.json) ? true : null;
  });
  const described = await interview.ask(http, "/api-description", ({ json }) => {
    const { info } = apiDescription.safeParse(json).data ?? {};
    return info?.title.includes("TorchServe") ? info : null;
  });
  if (described && inference)
    asked("Is it the management address?", `No: ${GIVE_MANAGEMENT_ADDRESS}.`, false);
  if (manages || described) return { version: described?.version ?? null };
  interview.end();
  return null;
}
