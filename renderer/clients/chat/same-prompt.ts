import { type ChatTrial, isPoolingRequest } from "../../../main/contract/index.ts";
import { formatChange, formatDuration } from "../../format/numbers.ts";
import { formatClock } from "../../format/time.ts";
import { firstTokenMs } from "./figures.ts";

/** What decides which blocks of a prefix cache are found. */
function serializePrompt({ request }: ChatTrial): string {
  const { model, endpoint, messages, prompt, texts, query, more } = request;
  const content = isPoolingRequest(request)
    ? [texts, endpoint === "rerank" && query]
    : endpoint === "completions"
      ? prompt
      : messages;
  return JSON.stringify([model, endpoint, content, more]);
}

/** The last request before this one with the same prompt that ended well. */
export function samePromptBefore(trials: readonly ChatTrial[], trial: ChatTrial): ChatTrial | null {
  const prompt = serializePrompt(trial);
  const earlier = trials.slice(0, Math.max(0, trials.indexOf(trial)));
  return earlier.findLast((each) => each.status?.ok && serializePrompt(each) === prompt) ?? null;
}

/** Whether the prefix cache answered faster, in a sentence or two. */
export function compared(trial: ChatTrial, before: ChatTrial): string {
  const [now, then] = [firstTokenMs(trial), firstTokenMs(before)];
  const [hits, hitsThen] = [trial.cacheHits?.tokens ?? null, before.cacheHits?.tokens ?? null];
  const first =
    now === null || then === null
      ? ""
      : ` The first token came after ${formatDuration(now)}, before after ${formatDuration(then)}${then > 0 ? ` (${formatChange((now - then) / then)})` : ""}.`;
  const prompt = trial.usage?.promptTokens ?? null;
  const cache =
    hits === null || hitsThen === null
      ? ""
      : ` The prefix cache held ${hits}${prompt === null ? "" : ` of ${prompt}`} prompt tokens, before ${hitsThen}.`;
  return `Compared with the same prompt at ${formatClock(before.startedAt)}.${first}${cache}`;
}
