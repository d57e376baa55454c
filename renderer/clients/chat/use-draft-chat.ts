import { useState } from "react";
import { StatusError } from "../../../base/status-error.ts";
import { type ChatRequest, chatRequest } from "../../../main/contract/index.ts";
import { useRequest } from "../../host/requests.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { firstChat } from "./first-chat.ts";

/** What was written for each server and model, so that a look at another page loses nothing. */
const remembered = new Map<string, ChatRequest>();

/** The request as it is written, what the host makes of it, and what is wrong with it. `model`: where it begins. */
export function useDraftChat(serverId: string, model: string) {
  const key = `${serverId}\n${model}`;
  const [draft, setDraft] = useState(() => remembered.get(key) ?? firstChat(serverId, model));
  const change = (part: Partial<ChatRequest>) => {
    const next = { ...draft, ...part };
    remembered.set(key, next);
    setDraft(next);
  };
  const settled = useSettled(draft);
  const parsed = chatRequest.safeParse(settled);
  const { data, error } = useRequest("chat.prepare", settled, {
    enabled: parsed.success,
    keepPrevious: true,
  });
  return {
    draft,
    change,
    prepared: parsed.success && !error ? (data ?? null) : null,
    /** By field; "" for what belongs to none. */
    errors: parsed.success ? hostErrors(error) : formErrors(parsed.error.issues),
    /** What is sent is what was checked. */
    ready: settled === draft && parsed.success && !error,
  };
}

function hostErrors(error: Error | null): ReadonlyMap<string, string> {
  if (!error) return new Map();
  const field = error instanceof StatusError ? error.details.field : undefined;
  return new Map([[typeof field === "string" ? field : "", error.message]]);
}

const SENTENCES: Readonly<Record<string, string>> = {
  model: "Enter the model's name.",
  maxTokens: "A whole number of at least 1, or empty.",
  temperature: "A number of at least 0, or empty.",
  topP: "Above 0, at most 1, or empty.",
  seed: "A whole number, or empty.",
  stop: "At most 16, of at most 1,000 characters each.",
  dimensions: "A whole number of at least 1, or empty.",
  topN: "A whole number of at least 1, or empty.",
  deadlineMs: "Whole milliseconds from 1 to 3600000.",
};

function formErrors(
  issues: readonly { path: PropertyKey[]; message: string }[],
): ReadonlyMap<string, string> {
  return new Map(
    issues.map(({ path, message }) => {
      const place = String(path[0] ?? "");
      return [place, SENTENCES[place] ?? message];
    }),
  );
}
