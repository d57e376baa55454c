import { z } from "zod";
import type { ObservedKind, ProbeLog, Reach, Recognised } from "../kind.ts";
import { observe } from "./observe.ts";
import { type HttpResponse, Probe } from "../probe/index.ts";
import { modelList } from "../openai/index.ts";
import { OWNER } from "./models.ts";

/** vLLM's OpenAI-compatible server, with old and new metric names (SPEC.md). */
export const vllm: ObservedKind = {
  kind: "vllm",
  name: "vLLM",
  capabilities: ["chat"],
  recognise,
  observe,
};

const versionAnswer = z.object({ version: z.string() });

/** Other products have /version, too; vLLM is identified by the models' owner or by metric names. */
async function recognise(
  { http, metrics }: Reach,
  asked: ProbeLog,
  signal?: AbortSignal,
): Promise<Recognised | null> {
  const probe = new Probe(asked, signal);
  const version = await probe.get(
    http,
    "/version",
    ({ json }) => versionAnswer.safeParse(json).data?.version ?? null,
  );
  const owners = await probe.get(http, "/v1/models", listOwners);
  if (owners?.includes(OWNER)) return { version };
  if (!owners || owners.length === 0) {
    const exports = await probe.get(metrics ?? http, "/metrics", ({ text }) =>
      /^vllm:/m.test(text) ? true : null,
    );
    if (exports) return { version };
  }
  probe.end();
  return null;
}

function listOwners({ json }: HttpResponse): string[] | null {
  return modelList.safeParse(json).data?.data.map(({ owned_by }) => owned_by ?? "") ?? null;
}
