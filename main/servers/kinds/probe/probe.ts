import { StatusError } from "../../../../base/status-error.ts";
import type { ServerHttp } from "../../../wire/transport/index.ts";
import type { ProbeLog } from "../kind.ts";

/** A response over HTTP. `json`: undefined if it isn't JSON. */
export interface HttpResponse {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
}

const SHOWN = 160;
const READ = 4096;

/**
 * Read-only requests that recognise a kind of server. Unreachability counts as a response until the end, so that one
 * dead address does not hide what responds at another.
 */
export class Probe {
  readonly #asked: ProbeLog;
  readonly #signal: AbortSignal | undefined;
  #answered = false;
  #silence: StatusError | null = null;

  constructor(asked: ProbeLog, signal: AbortSignal | undefined) {
    this.#asked = asked;
    this.#signal = signal;
  }

  get signal(): AbortSignal | undefined {
    return this.#signal;
  }

  /** `hear`: what the response says of the kind; null if it is another's. Null too without an address. */
  get<T>(
    http: ServerHttp | null,
    path: string,
    hear: (answer: HttpResponse) => T | null,
  ): Promise<T | null> {
    if (http === null) return Promise.resolve(null);
    return this.#question(`GET ${http.url}${path}`, async () => {
      const answer = await fetchAnswer(http, path, this.#signal);
      return {
        heard: hear(answer),
        said: http.redactHeaders(`${answer.status} ${answer.text.slice(0, READ)}`),
      };
    });
  }

  /** A request over gRPC, named after its method; any rejection counts as another kind's response. */
  call<T>(question: string, call: () => Promise<T>): Promise<T | null> {
    return this.#question(question, async () => {
      const heard = await call();
      return { heard, said: JSON.stringify(heard) };
    });
  }

  /** Throws the connection error if nothing at all responded. */
  end(): void {
    if (!this.#answered && this.#silence) throw this.#silence;
  }

  async #question<T>(
    question: string,
    put: () => Promise<{ heard: T | null; said: string }>,
  ): Promise<T | null> {
    try {
      const { heard, said } = await put();
      this.#answered = true;
      this.#asked(question, inOneLine(said), heard !== null);
      return heard;
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (this.#signal?.aborted) throw error;
      if (isSilence(error)) this.#silence = error;
      else this.#answered = true;
      this.#asked(question, inOneLine(error.message), false);
      return null;
    }
  }
}

/** GET, or POST with an empty object, which some products require for reading. */
export async function fetchAnswer(
  http: ServerHttp,
  path: string,
  signal: AbortSignal | undefined,
  { method = "GET", ...limit }: { method?: "GET" | "POST"; timeoutMs?: number } = {},
): Promise<HttpResponse> {
  const body = method === "POST" ? {} : null;
  const { status, text } = await http.send(method, path, body, { signal, ...limit });
  return { status, text, json: parseJson(text) };
}

/** Like {@link fetchAnswer}; rejects UNAUTHENTICATED and PERMISSION_DENIED if the server denies access. */
export async function fetchAdmitted(
  ...asked: Parameters<typeof fetchAnswer>
): Promise<HttpResponse> {
  const answer = await fetchAnswer(...asked);
  const [{ url }, path] = asked;
  if (answer.status === 401)
    throw new StatusError(
      "UNAUTHENTICATED",
      `${url}${path} answers with status 401: it wants a token, or a name and password.`,
    );
  if (answer.status === 403)
    throw new StatusError(
      "PERMISSION_DENIED",
      `${url}${path} answers with status 403: access is not allowed.`,
    );
  return answer;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSilence({ code, details }: StatusError): boolean {
  return code === "DEADLINE_EXCEEDED" || details.unreachable === true;
}

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)} …` : line;
}
