import { StatusError } from "../../../base/status-error.ts";
import type { ServerMetadata } from "../../../engine/types.ts";
import type { Recognition, ServerKind } from "../../contract/index.ts";
import { probeMetadata } from "./probe-metadata.ts";
import { OBSERVED_KINDS } from "./index.ts";
import type { ProbeLog, ObservedKind, Reach, Recognised } from "./kind.ts";

/** The recognised server. */
export type Found =
  | { readonly kind: "triton"; readonly metadata: ServerMetadata }
  | { readonly kind: ObservedKind; readonly recognised: Recognised };

export type Question = Recognition["asked"][number];

/** Limit for all requests together, ms. */
const LIMIT_MS = 15_000;

/**
 * Recognises a server by read-only requests. The kind `first` is tried first. Null if the server is of no known kind.
 * Rejects if nothing responds, DEADLINE_EXCEEDED if it takes too long, if credentials are rejected, and if a Triton
 * responds over HTTP but not at the given gRPC address.
 */
export async function recognise(
  reach: Reach,
  first: ServerKind | null,
  asked: Question[],
  { signal, limitMs = LIMIT_MS }: { signal?: AbortSignal; limitMs?: number } = {},
): Promise<Found | null> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await ask(reach, first, asked, signal ? AbortSignal.any([signal, limit]) : limit);
  } catch (error) {
    if (!limit.aborted || signal?.aborted) throw error;
    throw new StatusError(
      "DEADLINE_EXCEEDED",
      `The server could not be identified within ${limitMs / 1000} s: it is very slow, or doesn't answer some calls.`,
    );
  }
}

async function ask(
  reach: Reach,
  first: ServerKind | null,
  asked: Question[],
  until: AbortSignal,
): Promise<Found | null> {
  const note: ProbeLog = (question, answer, spoke) => void asked.push({ question, answer, spoke });
  const { triton, tritonProblem, refusal, answering } = await probeMetadata(reach, note, until);
  const chosen = OBSERVED_KINDS.filter(({ kind }) => kind === first);
  const others = OBSERVED_KINDS.filter(({ kind }) => kind !== first);

  const found = await findFirst(chosen, answering, note, until);
  if (found) return found;
  if (triton) return { kind: "triton", metadata: triton };
  if (tritonProblem) throw tritonProblem;
  const other = await findFirst(others, answering, note, until);
  if (!other && refusal) throw refusal;
  return other;
}

/** Rejects with the first problem if no kind is recognised and some could not be checked. */
async function findFirst(
  kinds: readonly ObservedKind[],
  reach: Reach,
  asked: ProbeLog,
  signal: AbortSignal,
): Promise<Found | null> {
  let problem: StatusError | null = null;
  for (const kind of kinds) {
    try {
      const recognised = await kind.recognise(reach, asked, signal);
      if (recognised) return { kind, recognised };
    } catch (error) {
      problem ??= StatusError.from(error, "UNAVAILABLE");
    }
    if (signal.aborted) throw problem ?? StatusError.from(signal.reason);
  }
  if (problem) throw problem;
  return null;
}
