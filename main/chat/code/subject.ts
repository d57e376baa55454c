import { type ChatRequest, isPoolingRequest } from "../../contract/index.ts";
import { formatAuthority, type Target } from "../../wire/index.ts";
import type { PreparedBody } from "../body.ts";

/** A header whose value comes from the environment: no secret is in a program. */
export interface HeaderFromEnvironment {
  readonly name: string;
  readonly variable: string;
  /** In front of the value. */
  readonly prefix: string;
}

/** What a program sends, and where to. */
export interface Subject extends PreparedBody {
  readonly endpoint: ChatRequest["endpoint"];
  /** Up to the path of OpenAI's interface, e.g. "http://127.0.0.1:8000". */
  readonly origin: string;
  readonly headers: readonly HeaderFromEnvironment[];
  readonly streamed: boolean;
  readonly deadlineMs: number;
}

export const KEY_VARIABLE = "CHAT_API_KEY";

export function toSubject(request: ChatRequest, prepared: PreparedBody, target: Target): Subject {
  return {
    ...prepared,
    endpoint: request.endpoint,
    origin: `${target.tls ? "https" : "http"}://${formatAuthority(target)}${target.path}`,
    headers: Object.entries(target.headers).map(([name, value]) => toHeader(name, value)),
    streamed: !isPoolingRequest(request) && prepared.body["stream"] === true,
    deadlineMs: request.deadlineMs,
  };
}

function toHeader(name: string, value: string): HeaderFromEnvironment {
  if (name === "authorization" && value.startsWith("Bearer "))
    return { name: "Authorization", variable: KEY_VARIABLE, prefix: "Bearer " };
  const variable = name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return { name, variable: /^[A-Z]/.test(variable) ? variable : `HEADER_${variable}`, prefix: "" };
}

/** What to know before the program runs. */
export function listNotes({ headers }: Subject, target: Target, trust: string): string[] {
  const variables = [...new Set(headers.map(({ variable }) => variable))];
  return [
    ...(variables.length > 0
      ? [`Secrets come from the environment: set ${variables.join(", ")} before.`]
      : []),
    ...(target.tls?.ca === undefined
      ? []
      : [`The connection trusts a certificate authority of its own: ${trust}.`]),
    ...(target.tls?.certificate === undefined
      ? []
      : ["The connection shows a certificate of its own, which this program does not."]),
  ];
}
