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
  readonly #log: ProbeLog;
  readonly #signal: AbortSignal | undefined;
  #answered = false;
  #silence: StatusError | null = null;

  constructor(log: ProbeLog, signal: AbortSignal | undefined) {
    this.#log = log;
    this.#signal = signal;
  }

  get signal(): AbortSignal | undefined {
    return this.#signal;
  }

  /** `recognise`: what the response says of the kind; null if it is another's. Null too without an address. */
  get<T>(
    http: ServerHttp | null,
    path: string,
    recognise: (response: HttpResponse) => T | null,
  ): Promise<T | null> {
    if (http === null) return Promise.resolve(null);
    return this.#request(`GET ${http.url}${path}`, async () => {
      const response = await fetchAnswer(http, path, this.#signal);
      return {
        recognised: recognise(response),
        shown: http.redactHeaders(`${response.status} ${response.text.slice(0, READ)}`),
      };
    });
  }

  /** A request over gRPC, named after its method; any rejection counts as another kind's response. */
  call<T>(request: string, call: () => Promise<T>): Promise<T | null> {
    return this.#request(request, async () => {
      const recognised = await call();
      return { recognised, shown: JSON.stringify(recognised) };
    });
  }

  /** Throws the connection error if nothing at all responded. */
  end(): void {
    if (!this.#answered && this.#silence) throw this.#silence;
  }

  async #request<T>(
    request: string,
    send: () => Promise<{ recognised: T | null; shown: string }>,
  ): Promise<T | null> {
    try {
      const { recognised, shown } = await send();
      this.#answered = true;
      this.#log(request, inOneLine(shown), recognised !== null);
      return recognised;
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (this.#signal?.aborted) throw error;
      if (isSilence(error)) this.#silence = error;
      else this.#answered = true;
      this.#log(request, inOneLine(error.message), false);
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
      `${url}${path} answers with status 401: it requires a token, or a name and password.`,
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
