import { StatusError } from "../../../base/status-error.ts";
import type { ServerMetadata } from "../../../engine/types.ts";
import { type GrpcClient, recogniseRefusal, type ServerHttp } from "../../wire/transport/index.ts";
import { serverMetadata } from "../triton/response-schemas.ts";
import { TritonOverGrpc } from "../triton/index.ts";
import type { ProbeLog, Reach } from "./kind.ts";

interface FirstAnswers {
  /** A Triton or a Batchdeck engine: over gRPC if there is an address for it, else over HTTP. */
  readonly triton: ServerMetadata | null;
  /** Why a Triton that responds over HTTP can't be reached at the given gRPC address. */
  readonly tritonProblem: StatusError | null;
  /** Credentials are rejected, or a gateway can't reach its server. */
  readonly refusal: StatusError | null;
  /** The endpoints that respond. */
  readonly answering: Reach;
}

interface Answer {
  readonly metadata: ServerMetadata | null;
  /** No response, or access denied. */
  readonly silence: StatusError | null;
  readonly refusal: StatusError | null;
}

const NOTHING: Answer = { metadata: null, silence: null, refusal: null };

/** Requests the server's metadata of version 2 at every endpoint. Rejects if none responds. */
export async function probeMetadata(
  reach: Reach,
  asked: ProbeLog,
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
  const [overGrpc, overHttp] = [findTriton(grpc), findTriton(http)];
  const triton = overGrpc ?? (grpc ? null : overHttp);
  const lost = !triton && grpc && overHttp && reach.http;
  const tritonProblem = lost ? overHttpAlone(grpc, reach.http.url) : null;
  return { triton, tritonProblem, refusal, answering };
}

/** By its name, which an option of Triton can change, or by what no other server has. */
export function isTriton({ name, extensions }: ServerMetadata): boolean {
  return name === "triton" || extensions.includes("statistics");
}

function findTriton(answer: Answer | null): ServerMetadata | null {
  return answer?.metadata && isTriton(answer.metadata) ? answer.metadata : null;
}

async function askGrpc(grpc: GrpcClient, asked: ProbeLog, signal: AbortSignal): Promise<Answer> {
  const question = "gRPC ServerMetadata";
  try {
    const metadata = await new TritonOverGrpc(grpc).serverMetadata({ signal });
    asked(question, formatMetadata(metadata), isTriton(metadata));
    return { ...NOTHING, metadata };
  } catch (thrown) {
    return toFailedAnswer(thrown, question, asked);
  }
}

async function askHttp(http: ServerHttp, asked: ProbeLog, signal: AbortSignal): Promise<Answer> {
  const question = "GET /v2";
  try {
    const { status, text } = await http.get("/v2", { signal });
    const metadata = status === 200 ? parseMetadata(text) : null;
    asked(question, metadata ? formatMetadata(metadata) : `${status}`, metadata !== null);
    return { ...NOTHING, metadata, refusal: recogniseRefusal(http, status) };
  } catch (thrown) {
    return toFailedAnswer(thrown, question, asked);
  }
}

function toFailedAnswer(thrown: unknown, question: string, asked: ProbeLog): Answer {
  const error = StatusError.from(thrown);
  asked(question, error.message, false);
  const silent = error.details.unreachable === true || /DEADLINE|CANCELLED/.test(error.code);
  if (silent) return { ...NOTHING, silence: error };
  const refused = /UNAUTHENTICATED|PERMISSION_DENIED/.test(error.code);
  return { ...NOTHING, refusal: refused ? error : null };
}

function parseMetadata(text: string): ServerMetadata | null {
  try {
    return serverMetadata.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function formatMetadata({ name, version }: ServerMetadata): string {
  return `${name} ${version}`.trim();
}

/** An address that the user entered is not skipped. `url`: where a Triton responds. */
function overHttpAlone({ silence, refusal }: Answer, url: string): StatusError {
  const http = `A Triton answers at ${url}: leave the gRPC address out, and the console speaks HTTP with it.`;
  const problem = silence ?? refusal;
  if (!problem)
    return new StatusError(
      "FAILED_PRECONDITION",
      `The server at the gRPC address isn't a Triton. ${http}`,
      { details: { field: "grpc", hopeless: true } },
    );
  const { code, message, details } = problem;
  return new StatusError(code, `${message} ${http}`, { details, cause: problem });
}
