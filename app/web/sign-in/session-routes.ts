import type { IncomingMessage, ServerResponse } from "node:http";
import {
  CODE_PATH,
  codeRequest,
  HELLO_PATH,
  helloRequest,
  RESUME_PATH,
  resumeRequest,
} from "../../../main/contract/sign-in.ts";
import { securityHeaders } from "../security-headers.ts";
import { isOtherUser } from "./peer-user.ts";
import type { Sessions } from "./sessions.ts";

const MAX_BODY_BYTES = 4096;

interface Schema<Request> {
  safeParse(value: unknown): { readonly data?: Request | undefined };
}

/** `answer` null: rejected. */
function route<Request>(
  schema: Schema<Request>,
  answer: (request: Request, peer: IncomingMessage["socket"]) => object | null,
) {
  return (body: unknown, peer: IncomingMessage["socket"]): { status: number; answer: object } => {
    const request = schema.safeParse(body).data;
    if (request === undefined) return { status: 400, answer: {} };
    const found = answer(request, peer);
    return found === null ? { status: 401, answer: {} } : { status: 200, answer: found };
  };
}

/**
 * The calls with which a page signs in: JSON in, JSON out; 401 is a rejection, 400 an invalid call.
 */
export class SessionRoutes {
  readonly #routes: ReadonlyMap<string, ReturnType<typeof route>>;

  constructor(sessions: Sessions) {
    this.#routes = new Map<string, ReturnType<typeof route>>([
      [
        CODE_PATH,
        route(codeRequest, (request, peer) => sessions.redeem(request, () => !isOtherUser(peer))),
      ],
      [HELLO_PATH, route(helloRequest, (request) => sessions.challenge(request))],
      [
        RESUME_PATH,
        route(resumeRequest, (request) => {
          const token = sessions.resume(request);
          return token === null ? null : { token };
        }),
      ],
    ]);
  }

  has(path: string): boolean {
    return this.#routes.has(path);
  }

  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const { status, answer } = this.#routes.get(path)?.(body, request.socket) ?? {
      status: 404,
      answer: {},
    };
    response
      .writeHead(status, {
        ...securityHeaders,
        "content-type": "application/json",
        "cache-control": "no-store",
        ...(!request.complete && { connection: "close" }),
      })
      .end(JSON.stringify(answer));
  }
}

/** Undefined if it isn't JSON or is too long. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  // An unread body must not end the connection before the response.
  const pieces: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of pieces) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}
