import { z } from "zod";
import { type Answer, Interview } from "../asking/index.ts";
import type { Asked, Reach, Recognised } from "../kind.ts";
import { modelList } from "../openai/index.ts";
import { OWNER } from "./models.ts";

const versionAnswer = z.object({ version: z.string() });

/** Other products have /version, too; vLLM is identified by the models' owner or by metric names. */
export async function recognise(
  { http, metrics }: Reach,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const interview = new Interview(asked, signal);
  const version = await interview.ask(
    http,
    "/version",
    ({ json }) => versionAnswer.safeParse(json).data?.version ?? null,
  );
  const owners = await interview.ask(http, "/v1/models", ownersOf);
  if (owners?.includes(OWNER)) return { version };
  if (!owners || owners.length === 0) {
    const exports = await interview.ask(metrics ?? http, "/metrics", ({ text }) =>
      /^vllm:/m.test(text) ? true : null,
    );
    if (exports) return { version };
  }
  interview.end();
  return null;
}

function ownersOf({ json }: Answer): string[] | null {
  return modelList.safeParse(json).data?.data.map(({ owned_by }) => owned_by ?? "") ?? null;
}
