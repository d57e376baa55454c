import { z } from "zod";
import { type HttpResponse, Probe } from "../probe/index.ts";
import type { ProbeLog, Reach, Recognised } from "../kind.ts";
import { modelList } from "../openai/index.ts";
import { OWNER } from "./models.ts";

const versionAnswer = z.object({ version: z.string() });

/** Other products have /version, too; vLLM is identified by the models' owner or by metric names. */
export async function recognise(
  { http, metrics }: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const interview = new Probe(asked, signal);
  const version = await interview.get(
    http,
    "/version",
    ({ json }) => versionAnswer.safeParse(json).data?.version ?? null,
  );
  const owners = await interview.get(http, "/v1/models", listOwners);
  if (owners?.includes(OWNER)) return { version };
  if (!owners || owners.length === 0) {
    const exports = await interview.get(metrics ?? http, "/metrics", ({ text }) =>
      /^vllm:/m.test(text) ? true : null,
    );
    if (exports) return { version };
  }
  interview.end();
  return null;
}

function listOwners({ json }: HttpResponse): string[] | null {
  return modelList.safeParse(json).data?.data.map(({ owned_by }) => owned_by ?? "") ?? null;
}
