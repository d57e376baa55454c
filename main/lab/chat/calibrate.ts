import {
  drawWords,
  seededRandom,
  type Target,
  type TokenEstimate,
  UNMEASURED,
} from "../../wire/index.ts";
import { ServerHttp } from "../../wire/transport/index.ts";

/** Words of the two calibration requests. */
const FEW = 16;
const MANY = 272;
/** Time limit for a busy server, ms. */
const TIMEOUT_MS = 60_000;

export interface Calibration extends TokenEstimate {
  /** False: the server reports no usage, or did not respond, and a token per word is assumed. */
  readonly measured: boolean;
}

export interface CalibrationRequests {
  /** JSON of a minimal request with the words as its text. */
  readonly bodyOf: (words: string) => string;
  readonly seed: number;
}

/**
 * Measures at `path` how many tokens a server counts for words (LAB-CHAT-3). Nothing is retried; failures keep the
 * estimate.
 */
export async function calibrate(
  target: Target,
  path: string,
  { bodyOf, seed }: CalibrationRequests,
): Promise<Calibration> {
  using http = new ServerHttp(target);
  const countTokens = async (words: number): Promise<number | null> => {
    const body = bodyOf(drawWords(words, seededRandom(seed)).join(" "));
    const answer = await http.send("POST", path, JSON.parse(body), {
      timeoutMs: TIMEOUT_MS,
    });
    return answer.status === 200 ? promptTokens(answer.text) : null;
  };
  try {
    const few = await countTokens(FEW);
    const many = few === null ? null : await countTokens(MANY);
    if (few !== null && many !== null && many > few) {
      const perWord = (many - few) / (MANY - FEW);
      return { perWord, overhead: Math.max(0, few - FEW * perWord), measured: true };
    }
  } catch {
    // The run itself reports why the server does not respond.
  }
  return { ...UNMEASURED, measured: false };
}

/** Responses name their input tokens so. */
function promptTokens(text: string): number | null {
  const { usage } = JSON.parse(text) as {
    usage?: { prompt_tokens?: unknown; input_tokens?: unknown; total_tokens?: unknown } | null;
  };
  const tokens = usage?.prompt_tokens ?? usage?.input_tokens ?? usage?.total_tokens;
  return typeof tokens === "number" ? tokens : null;
}
