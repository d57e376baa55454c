import { StatusError } from "../../../engine/protocol/status.ts";
import type { ServerMetadata } from "../../../engine/types.ts";
import type { GrpcClient } from "../grpc-client.ts";
import type { ServerHttp } from "../transport/server-http.ts";
import { TritonClient } from "../triton-client.ts";
import type { Asked, Reach } from "./kind.ts";

interface FirstAnswers {
  /** A Triton's, or one of our engines', over gRPC. */
  readonly triton: ServerMetadata | null;
  /** Why a Triton that answers over HTTP cannot be talked to. */
  readonly tritonProblem: StatusError | null;
  /** That credentials are not accepted, or that a gateway reaches nobody. */
  readonly refusal: StatusError | null;
  /** The ways on which somebody answers. */
  readonly answering: Reach;
}

interface Answer {
  readonly metadata: ServerMetadata | null;
  /** Nobody answers, or only to others. */
  readonly silence: StatusError | null;
  readonly refusal: StatusError | null;
}

const NOTHING: Answer = { metadata: null, silence: null, refusal: null };

/** Asks for the server's metadata of version 2 on every way there is. Rejects where nobody answers on any. */
export async function firstQuestions(
  reach: Reach,
  asked: Asked,
  signal: AbortSignal,
): Promise<FirstAnswers> {
  const [grpc, http] = await Promise.all([
    reach.grpc ? askGrpc(reach.grpc, asked, signal) : null,
    reach.http ? askHttp(reach.http, asked, signal) : null,
  ]);
  const answering = {
    ...reach,
    grpc: grpc && !grpc.silence ? reach.grpc : null,
    http: http && !http.silence ? reach.http : null,
  };
  const refusal = grpc?.refusal ?? http?.refusal ?? null;
  const silence = grpc?.silence ?? http?.silence;
  if (!answering.grpc && !answering.http && silence) throw silence;
  const triton = grpc?.metadata ?? null;
  if (triton && isTriton(triton)) return { triton, tritonProblem: null, refusal, answering };
  const speaksHttp = http?.metadata && isTriton(http.metadata);
  const tritonProblem = speaksHttp ? (grpc?.silence ?? grpc?.refusal ?? withoutGrpc()) : null;
  return { triton: null, tritonProblem, refusal, answering };
}

/** By its name, which a Triton may be told to change, or by what no other server has. */
export function isTriton({ name, extensions }: ServerMetadata): boolean {
  return name === "triton" || extensions.includes("statistics");
}

async function askGrpc(grpc: GrpcClient, asked: Asked, signal: AbortSignal): Promise<Answer> {
  const question = "gRPC ServerMetadata";
  try {
    const metadata = await new TritonClient(grpc).serverMetadata({ signal });
    asked(question, wordsOf(metadata), isTriton(metadata));
    return { ...NOTHING, metadata };
  } catch (thrown) {
    return problemOf(thrown, question, asked);
  }
}

async function askHttp(http: ServerHttp, asked: Asked, signal: AbortSignal): Promise<Answer> {
  const question = "GET /v2";
  try {
    const { status, text } = await http.get("/v2", { signal });
    const metadata = status === 200 ? metadataOf(text) : null;
    asked(question, metadata ? wordsOf(metadata) : `${status}`, metadata !== null);
    return { ...NOTHING, metadata, refusal: refusalOf(http, status) };
  } catch (thrown) {
    return problemOf(thrown, question, asked);
  }
}

/** A server of which nothing but this is known; many kinds guard some paths and not others. */
function refusalOf({ url, withheld }: ServerHttp, status: number): StatusError | null {
  if (status === 401)
    return new StatusError(
      "UNAUTHENTICATED",
      `${url} answers 401: it wants credentials, or does not accept those of this connection.${withheld}`,
    );
  if (status === 403)
    return new StatusError(
      "PERMISSION_DENIED",
      `${url} answers 403: these credentials, or none, are not enough.${withheld}`,
    );
  if (status >= 502 && status <= 504)
    return new StatusError(
      "UNAVAILABLE",
      `No server answers at ${url}: a gateway there answers ${status}.`,
      { details: { unreachable: true } },
    );
  return null;
}

function problemOf(thrown: unknown, question: string, asked: Asked): Answer {
  const error = StatusError.from(thrown);
  asked(question, error.message, false);
  const silent = error.details.unreachable === true || /DEADLINE|CANCELLED/.test(error.code);
  if (silent) return { ...NOTHING, silence: error };
  const refused = /UNAUTHENTICATED|PERMISSION_DENIED/.test(error.code);
  return { ...NOTHING, refusal: refused ? error : null };
}

function metadataOf(text: string): ServerMetadata | null {
  try {
    const { name, version, extensions } = JSON.parse(text) as Partial<ServerMetadata>;
    if (typeof name !== "string") return null;
    return {
      name,
      version: typeof version === "string" ? version : "",
      extensions: Array.isArray(extensions) ? extensions.filter((e) => typeof e === "string") : [],
    };
  } catch {
    return null;
  }
}

function wordsOf({ name, version }: ServerMetadata): string {
  return `${name} ${version}`.trim();
}

function withoutGrpc(): StatusError {
  return new StatusError(
    "FAILED_PRECONDITION",
    "A Triton answers at the HTTP address; give its gRPC address as well, which the console talks to.",
    { details: { field: "grpc", hopeless: true } },
  );
}
