import { useMemo, useState } from "react";
import { type ModelDetail, type TrialRequest, trialRequest } from "../../main/contract/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { readAttempts } from "../host/sizes/read-attempts.ts";
import { useSettled } from "../ui/use-settled.ts";
import { useRequest } from "../host/requests.ts";
import { firstRequest, type TrialWire } from "../host/first-request.ts";

/** Requests by model, kept while other tabs are open. */
const remembered = new Map<string, TrialRequest>();

/** The edited request, the host's preparation of it, and its errors. */
export function useDraftRequest(detail: ModelDetail, wires: readonly TrialWire[]) {
  const key = `${detail.serverId}\n${detail.name}`;
  const [written, setDraft] = useState(() => remembered.get(key) ?? firstRequest(detail, wires));
  const isOffered = wires.includes(written.wire);
  // The connection may have lost an address in the meantime.
  const draft = useMemo(
    () => (isOffered ? written : { ...written, wire: wires[0] ?? "http" }),
    [written, isOffered, wires],
  );
  const change = (part: Partial<TrialRequest>) => {
    const next = { ...draft, ...part };
    remembered.set(key, next);
    setDraft(next);
  };
  const settled = useSettled(draft);
  const parsed = trialRequest.safeParse(settled);
  const { data, error } = useRequest("clients.prepare", settled, {
    enabled: parsed.success,
    keepPrevious: true,
  });
  const wrong = parsed.success ? error : null;
  return {
    draft,
    change,
    prepared: parsed.success && !error ? (data ?? null) : null,
    /** Attempted sizes if none is known to work. */
    attempts: readAttempts(wrong),
    /** By field, "values.NAME" for an input; "" for general errors. */
    errors: parsed.success ? hostErrors(wrong) : formErrors(parsed.error.issues),
    /** True once the current draft has been checked. */
    ready: settled === draft && parsed.success && !error,
  };
}

function hostErrors(error: Error | null): ReadonlyMap<string, string> {
  if (!error || readAttempts(error)) return new Map();
  const { input, field } = error instanceof StatusError ? error.details : {};
  const place =
    typeof input === "string" ? `values.${input}` : typeof field === "string" ? field : "";
  return new Map([[place, error.message]]);
}

const SENTENCES: Readonly<Record<string, string>> = {
  batchSize: "A whole number from 1 to 4096.",
  seed: "A whole number from 0 to 4294967295.",
  deadlineMs: "Whole milliseconds from 1 to 600000.",
  priority: "A whole number, 0 for the model's default.",
  timeoutMicros: "Whole microseconds, or empty.",
  sequence: "A whole number of at least 1.",
  id: "At most 200 characters.",
};

function formErrors(
  issues: readonly { path: PropertyKey[]; message: string }[],
): ReadonlyMap<string, string> {
  return new Map(
    issues.map(({ path, message }) => {
      const [first, second] = path.map(String);
      const place =
        first === "shapes" || first === "values" ? `values.${second ?? ""}` : (first ?? "");
      const sentence = first === "shapes" ? "Enter sizes such as 3, 64, 64." : message;
      return [place, SENTENCES[place] ?? sentence];
    }),
  );
}
