// Replays HTTP exchanges recorded from Triton 2.64.0 against the real server and the real engine.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RecordedServer, recorded, recordedServer } from "../testing/recorded-server.ts";

interface Exchange {
  name: string;
  method: string;
  path: string;
  body: unknown;
  status: number;
  content_type: string;
  response: Record<string, unknown> | null;
}

let server: RecordedServer;

async function send({ method, path, body }: Exchange) {
  const received = await fetch(server.http + path, {
    method,
    ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await received.text();
  return {
    status: received.status,
    content_type: received.headers.get("content-type"),
    response: text === "" ? null : (JSON.parse(text) as Record<string, unknown>),
  };
}

/** An error without the reason that the engine appends to Triton's message. */
function asRecorded(response: Exchange["response"], recording: Exchange["response"]) {
  const [error, words] = [response?.["error"], recording?.["error"]];
  const same = typeof error === "string" && typeof words === "string" && error.startsWith(words);
  return same ? recording : response;
}

const named = (exchanges: Exchange[]) =>
  exchanges.map((exchange) => [exchange.name, exchange] as const);

describe("inference", () => {
  beforeAll(async () => {
    server = await recordedServer([
      "id_plain",
      "id_nobatch",
      "id_string",
      "id_cached",
      "mlp_auto",
      "ens",
    ]);
  });
  afterAll(() => server.close());

  /** Client errors that Triton answers with 500. */
  const BETTER_STATUS = ["missing inputs key", "too many elements", "negative dim"];

  const exchanges = recorded<Exchange>("inference").filter(
    // Binary exchanges aren't text; http.test.ts tests them.
    ({ name }) => name !== "malformed json" && !name.startsWith("binary"),
  );

  test.each(named(exchanges))("[PROTO-15] %s", async (name, exchange) => {
    const received = await send(exchange);
    const { content_type, response } = exchange;
    const status = BETTER_STATUS.includes(name) ? 400 : exchange.status;
    expect(received).toEqual({ status, content_type, response });
    expect(Object.keys(received.response ?? {})).toEqual(Object.keys(response ?? {}));
  });
});

describe("the life of a model", () => {
  beforeAll(async () => {
    server = await recordedServer(["id_plain", "id_cached"]);
  });
  afterAll(() => server.close());

  /** Models that this repository doesn't have, and the server's own data. */
  const OTHER = /bad_|index|server metadata|with failed models/;

  test.each(named(recorded<Exchange>("lifecycle").filter(({ name }) => !OTHER.test(name))))(
    "[PROTO-20] %s",
    async (_, exchange) => {
      const { status, content_type, response } = exchange;
      const received = await send(exchange);
      expect({ ...received, response: asRecorded(received.response, response) }).toEqual({
        status,
        content_type,
        response,
      });
    },
  );
});

describe("log settings", () => {
  beforeAll(async () => {
    server = await recordedServer([]);
  });
  afterAll(() => server.close());

  test.each(named(recorded<Exchange>("logging")))("[PROTO-106] %s", async (_, exchange) => {
    const { status, content_type, response } = exchange;
    expect(await send(exchange)).toEqual({ status, content_type, response });
  });
});
