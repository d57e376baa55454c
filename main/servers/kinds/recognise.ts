import { StatusError } from "../../../base/status-error.ts";
import type { ServerMetadata } from "../../../engine/types.ts";
import type { Recognition, ServerKind } from "../../contract/index.ts";
import { firstQuestions } from "./first-questions.ts";
import { OBSERVED_KINDS } from "./index.ts";
import type { Asked, ObservedKind, Reach, Recognised } from "./kind.ts";

/** Who answered. */
export type Found =
  | { readonly kind: "triton"; readonly metadata: ServerMetadata }
  | { readonly kind: ObservedKind; readonly recognised: Recognised };

export type Question = Recognition["asked"][number];

/** For all questions together, ms. */
const LIMIT_MS = 15_000;

/**
 * Finds out who answers by asking; nothing is changed there. `first` is asked for before all others. Null where
 * something answers that is not one of the kinds. Rejects where nothing answers, DEADLINE_EXCEEDED where it takes too long,
 * where credentials are not accepted, and where a Triton answers over HTTP but not at the gRPC address that was given.
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
  const note: Asked = (question, answer, spoke) => void asked.push({ question, answer, spoke });
  const { triton, tritonProblem, refusal, answering } = await firstQuestions(reach, note, until);
  const chosen = OBSERVED_KINDS.filter(({ kind }) => kind === first);
  const others = OBSERVED_KINDS.filter(({ kind }) => kind !== first);

  const found = await firstOf(chosen, answering, note, until);
  if (found) return found;
  if (triton) return { kind: "triton", metadata: triton };
  if (tritonProblem) throw tritonProblem;
  const other = await firstOf(others, answering, note, until);
  if (!other && refusal) throw refusal;
  return other;
}

/** Rejects with the first problem where none is recognised and some could not be asked for. */
async function firstOf(
  kinds: readonly ObservedKind[],
  reach: Reach,
  asked: Asked,
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
