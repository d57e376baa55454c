import type { ChatProgram, ChatRequest } from "../../contract/index.ts";
import type { Target } from "../../wire/index.ts";
import type { PreparedBody } from "../body.ts";
import { curl } from "./curl.ts";
import { python } from "./python.ts";
import { listNotes, toSubject } from "./subject.ts";
import { typescript } from "./typescript.ts";

const LANGUAGES = [
  {
    language: "python",
    title: "Python",
    make: python,
    trust: "name its file in SSL_CERT_FILE",
  },
  {
    language: "typescript",
    title: "TypeScript",
    make: typescript,
    trust: "name its file in NODE_EXTRA_CA_CERTS",
  },
  { language: "curl", title: "curl", make: curl, trust: "add --cacert with its file" },
] as const;

/** Programs that send this very request, small, without retries. `target`: null where there is no way to the server. */
export function chatPrograms(
  request: ChatRequest,
  prepared: PreparedBody,
  target: Target | null,
): ChatProgram[] {
  if (!target) {
    const notes = ["The server's HTTP address is not known."];
    return LANGUAGES.map(({ language, title }) => ({ language, title, text: null, notes }));
  }
  const subject = toSubject(request, prepared, target);
  return LANGUAGES.map(({ language, title, make, trust }) => ({
    language,
    title,
    text: make(subject),
    notes: listNotes(subject, target, trust),
  }));
}
