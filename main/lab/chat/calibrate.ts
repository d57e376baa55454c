import {
  type ChatSettings,
  chatBody,
  drawWords,
  seededRandom,
  type Target,
  type TokenEstimate,
  UNMEASURED,
} from "../../wire/index.ts";
import { ServerHttp } from "../../wire/transport/index.ts";

/** Words of the two requests that are asked about. */
const FEW = 16;
const MANY = 272;
/** A server that is busy may take this long, ms. */
const TIMEOUT_MS = 60_000;

export interface Calibration extends TokenEstimate {
  /** False: the server reports no usage, or did not answer, and a token per word is taken. */
  readonly measured: boolean;
}

/** What a server counts a text of words as, asked at `path` (rule LAB-CHAT-3). Nothing is asked again; what fails leaves the estimate. */
export async function calibrate(
  target: Target,
  path: string,
  settings: ChatSettings,
): Promise<Calibration> {
  using http = new ServerHttp(target);
  const tokensOf = async (words: number): Promise<number | null> => {
    const content = drawWords(words, seededRandom(settings.seed)).join(" ");
    const body = chatBody(settings, { content, maxTokens: 1 }, false);
    const answer = await http.send("POST", path, JSON.parse(body), {
      timeoutMs: TIMEOUT_MS,
    });
    return answer.status === 200 ? promptTokens(answer.text) : null;
  };
  try {
    const few = await tokensOf(FEW);
    const many = few === null ? null : await tokensOf(MANY);
    if (few !== null && many !== null && many > few) {
      const perWord = (many - few) / (MANY - FEW);
      return { perWord, overhead: Math.max(0, few - FEW * perWord), measured: true };
    }
  } catch {
    // The run itself says why the server does not answer.
  }
  return { ...UNMEASURED, measured: false };
}

function promptTokens(text: string): number | null {
  const { usage } = JSON.parse(text) as { usage?: { prompt_tokens?: unknown } | null };
  return typeof usage?.prompt_tokens === "number" ? usage.prompt_tokens : null;
}
