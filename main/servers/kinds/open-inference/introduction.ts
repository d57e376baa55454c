import { z } from "zod";
import { inference } from "../../../../assets/proto/index.ts";
import type { Probe } from "../probe/index.ts";
import type { Reach } from "../kind.ts";

/** How a server of the Open Inference Protocol identifies itself. */
export interface Introduction {
  readonly name: string;
  readonly version: string | null;
  readonly extensions: readonly string[];
}

export const SERVICE = "/inference.GRPCInferenceService";

const metadata = z.object({
  name: z.string().min(1),
  version: z.string().nullish(),
  extensions: z.array(z.string()).nullish(),
});

/** Requests it over HTTP or, if that fails, over gRPC; null if neither is spoken. */
export async function introduce(reach: Reach, probe: Probe): Promise<Introduction | null> {
  return (
    (await probe.get(reach.http, "/v2", ({ status, json }) => {
      const { data } = metadata.safeParse(json);
      return status === 200 && data ? toIntroduction(data) : null;
    })) ?? (await introduceOverGrpc(reach, probe))
  );
}

async function introduceOverGrpc({ grpc }: Reach, probe: Probe): Promise<Introduction | null> {
  if (!grpc) return null;
  const { ServerMetadataRequest, ServerMetadataResponse } = inference;
  const answer = await probe.call("gRPC ServerMetadata", () =>
    grpc.call(
      {
        path: `${SERVICE}/ServerMetadata`,
        request: ServerMetadataRequest,
        response: ServerMetadataResponse,
      },
      {},
      { signal: probe.signal },
    ),
  );
  return answer && toIntroduction(answer);
}

function toIntroduction({ name, version, extensions }: z.infer<typeof metadata>): Introduction {
  return { name, version: version || null, extensions: extensions ?? [] };
}

/** Recognises a product by its name alone. */
export async function introducedAs(
  wanted: string,
  reach: Reach,
  probe: Probe,
): Promise<Introduction | null> {
  const found = await introduce(reach, probe);
  probe.end();
  return found?.name.toLowerCase() === wanted.toLowerCase() ? found : null;
}
