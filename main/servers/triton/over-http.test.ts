import { afterEach, describe, expect, it } from "vitest";
import { plainTarget } from "../../wire/index.ts";
import { GrpcClient, ServerHttp } from "../../wire/transport/index.ts";
import { httpTo } from "../kinds/testing/product.ts";
import { certificates } from "../testing/certificates.ts";
import { startHttp, startHttps } from "../testing/http-doubles.ts";
import { startRecordedTriton } from "../testing/recorded-triton.ts";
import { startRecordedTritonHttp } from "../testing/recorded-triton-http.ts";
import { type TritonClient, TritonOverGrpc, TritonOverHttp } from "./index.ts";

let closing = new AsyncDisposableStack();
afterEach(async () => {
  await closing.disposeAsync();
  closing = new AsyncDisposableStack();
});

async function recordedBothWays(
  time: "first" | "last" = "first",
): Promise<Record<"grpc" | "http", TritonClient>> {
  const overGrpc = closing.use(await startRecordedTriton());
  const overHttp = closing.use(await startRecordedTritonHttp({ time }));
  const grpc = closing.adopt(new GrpcClient(overGrpc.address), (client) => client.close());
  const http = closing.use(httpTo(overHttp.address));
  return { grpc: new TritonOverGrpc(grpc), http: new TritonOverHttp(http) };
}

/** A server that sends this response to every request. */
async function answering(status: number, body: string, path = "") {
  const server = closing.use(
    await startHttp((_, response) => response.writeHead(status).end(body)),
  );
  return {
    client: new TritonOverHttp(closing.use(httpTo(server.address, path))),
    url: `http://${server.address}${path}`,
  };
}

describe("a recorded Triton", () => {
  it.each<[string, (client: TritonClient) => Promise<unknown>]>([
    ["its metadata", (client) => client.serverMetadata({})],
    ["a model's metadata", (client) => client.modelMetadata("mlp_auto", {})],
    ["a model's configuration", (client) => client.modelConfig("mlp_auto", {})],
    ["an unload of one that is not there", (client) => client.unload("nosuch", {})],
  ])("[SERVER-H1] reports the same over HTTP as over gRPC: %s", async (_, ask) => {
    const { grpc, http } = await recordedBothWays();
    expect(await ask(http)).toEqual(await ask(grpc));
  });

  it("[SERVER-H1] rejects in the same words", async () => {
    const { grpc, http } = await recordedBothWays();
    expect(await reported(http.modelMetadata("nosuch", {}))).toEqual(
      await reported(grpc.modelConfig("nosuch", {})),
    );
  });

  it("[SERVER-H1] lists its models, including one that was never loaded, by name", async () => {
    const { http } = await recordedBothWays("last");
    const index = await http.repositoryIndex({});
    expect(index).toContainEqual({ name: "id_plain", version: "1", state: "READY" });
    expect(index).toContainEqual({ name: "bad_name" });
    expect(index).toContainEqual({
      name: "bad_dims",
      version: "1",
      state: "UNAVAILABLE",
      reason: expect.stringContaining("Invalid argument: expected input and output shape"),
    });
  });

  it("[SERVER-H1] reports statistics in the same form as over gRPC", async () => {
    const { grpc, http } = await recordedBothWays();
    const [overGrpc] = await grpc.modelStatistics("id_plain", {});
    const overHttp = (await http.modelStatistics("", {})).find(({ name }) => name === "id_plain");
    expect(formOf(overHttp)).toEqual(formOf(overGrpc));
    expect(overHttp?.inference_stats.success.count).toBeGreaterThan(0);
  });

  it("[SERVER-H1] accepts an override, and rejects in its own words", async () => {
    const { http } = await recordedBothWays("last");
    const config =
      '{"backend": "onnxruntime", "version_policy": {"all": {}}, "max_batch_size": 16, "dynamic_batching": {"max_queue_delay_microseconds": 100}}';
    await http.load("mlp_auto", config, {});
    await http.load("mlp_auto", undefined, {});
    expect(await http.modelConfig("mlp_auto", {})).toMatchObject({ max_batch_size: 16 });
    expect(await reported(http.load("mlp_auto", "not json", {}))).toEqual([
      "INTERNAL",
      "failed to load 'mlp_auto', failed to poll from model repository",
    ]);
    expect(await reported(http.load("bad_noversion", undefined, {}))).toEqual([
      "INVALID_ARGUMENT",
      expect.stringContaining("at least one version must be available"),
    ]);
  });

  it("[SERVER-T1] [SERVER-T3] is contacted over TLS, each call with the connection's path and headers", async () => {
    const asked: string[] = [];
    const triton = closing.use(
      await startHttps((request, response) => {
        asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
        response.end();
      }),
    );
    const target = plainTarget(triton.address);
    if (!target) throw new TypeError("no address");
    const http = closing.use(
      new ServerHttp({
        ...target,
        path: "/serving",
        tls: { ca: certificates.ca },
        headers: { authorization: "Bearer t" },
      }),
    );
    const client = new TritonOverHttp(http);
    await client.load("a b", undefined, {});
    await client.unload("a b", {});
    await reported(client.modelStatistics("", {}));
    expect(asked).toEqual([
      "POST /serving/v2/repository/models/a%20b/load Bearer t",
      "POST /serving/v2/repository/models/a%20b/unload Bearer t",
      "GET /serving/v2/models/stats Bearer t",
    ]);
  });

  it("[SERVER-H2] reports an unknown path as UNIMPLEMENTED", async () => {
    const triton = closing.use(await startRecordedTritonHttp());
    const client = new TritonOverHttp(closing.use(httpTo(triton.address, "/elsewhere")));
    expect(await reported(client.serverMetadata({}))).toEqual([
      "UNIMPLEMENTED",
      `http://${triton.address}/elsewhere/v2 responds with HTTP 404: Not Found.`,
    ]);
  });
});

describe("anything but a response of Triton", () => {
  const page = "<html><head><title>Sign in</title></head></html>";

  it.each<[string, (client: TritonClient) => Promise<unknown>]>([
    ["the metadata", (client) => client.serverMetadata({})],
    ["the index", (client) => client.repositoryIndex({})],
    ["the statistics", (client) => client.modelStatistics("", {})],
    ["a model", (client) => client.modelMetadata("m", {})],
    ["a configuration", (client) => client.modelConfig("m", {})],
    ["a load", (client) => client.load("m", undefined, {})],
    ["an unload", (client) => client.unload("m", {})],
  ])("[SERVER-H3] a proxy's page of status 200 in place of %s", async (_, ask) => {
    const { client, url } = await answering(200, page);
    const [code, message] = await reported(ask(client));
    expect(code).toBe("UNAVAILABLE");
    expect(message).toContain(`${url}/v2`);
    expect(message).toContain(`responds with HTTP 200: ${page}. Triton doesn't respond like that`);
  });

  it.each([
    ["{", "not whole"],
    ["[]", "another form"],
    ['{"model_stats":{"name":"m"}}', "another type"],
    ['{"model_stats":null}', "no list"],
    ["null", "nothing"],
    ["", "no body"],
  ])("[SERVER-H3] JSON that is not one of statistics: %s", async (body) => {
    const { client } = await answering(200, body);
    await expect(client.modelStatistics("", {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      details: {},
    });
  });

  it("[SERVER-H3] JSON of a gateway instead of an empty response to a load", async () => {
    const { client } = await answering(200, '{"message":"Sign in first."}');
    for (const call of [client.load("m", undefined, {}), client.unload("m", {})])
      expect(await reported(call)).toEqual([
        "UNAVAILABLE",
        expect.stringContaining('responds with HTTP 200: {"message":"Sign in first."}'),
      ]);
  });

  it("[SERVER-H3] JSON that is not a ModelConfig", async () => {
    const { client } = await answering(200, '{"name":"m","input":5}');
    await expect(client.modelConfig("m", {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("is not a ModelConfig"),
    });
  });

  it("[SERVER-H3] a gateway that omits a path", async () => {
    const { client, url } = await answering(404, "<html>404 page not found</html>");
    expect(await reported(client.repositoryIndex({}))).toEqual([
      "UNAVAILABLE",
      expect.stringContaining(`${url}/v2/repository/index responds with HTTP 404: <html>404`),
    ]);
  });

  it("[SERVER-T11] a redirect, which is not followed", async () => {
    const { client } = await answering(302, "");
    expect(await reported(client.load("m", undefined, {}))).toEqual([
      "UNAVAILABLE",
      expect.stringContaining("responds with HTTP 302 without a text"),
    ]);
  });

  it.each([
    [401, "UNAUTHENTICATED", "credentials are missing or not accepted"],
    [403, "PERMISSION_DENIED", "don't permit access"],
  ])("[SERVER-H4] status %s is a matter of credentials", async (status, code, words) => {
    const { client } = await answering(status, page);
    expect(await reported(client.repositoryIndex({}))).toEqual([
      code,
      expect.stringContaining(words),
    ]);
  });

  it("[SERVER-H4] names the header that a restricted interface requires", async () => {
    const words = "This API is restricted, expecting header 'admin-key'";
    const { client } = await answering(403, JSON.stringify({ error: words }));
    expect(await reported(client.load("m", undefined, {}))).toEqual([
      "PERMISSION_DENIED",
      expect.stringContaining(`responds with HTTP 403: ${words}`),
    ]);
  });

  it.each([502, 503, 504])(
    "[SERVER-H4] explains that a gateway's %s means an unreachable server",
    async (status) => {
      const { client } = await answering(status, "<html>Bad Gateway</html>");
      await expect(client.repositoryIndex({})).rejects.toMatchObject({
        code: "UNAVAILABLE",
        details: { unreachable: true },
      });
    },
  );

  it("[SERVER-H4] treats Triton's own 503 as a response", async () => {
    const { client } = await answering(
      503,
      '{"error":"explicit model load / unload is not allowed"}',
    );
    await expect(client.load("m", undefined, {})).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "explicit model load / unload is not allowed",
      details: { modelControl: "none" },
    });
  });

  it("[SERVER-T8] an endless response", async () => {
    const { client } = await answering(200, " ".repeat(33 * 1024 * 1024));
    await expect(client.modelStatistics("", {})).rejects.toMatchObject({
      code: "RESOURCE_EXHAUSTED",
    });
  });

  it("[SERVER-T10] headers that it repeats, hidden", async () => {
    const echo = closing.use(
      await startHttp((request, response) => {
        response.writeHead(200).end(`<p>${request.headers.authorization}</p>`);
      }),
    );
    const target = plainTarget(echo.address);
    if (!target) throw new TypeError("no address");
    const headers = { authorization: "Bearer geheim-77" };
    const http = closing.use(new ServerHttp({ ...target, headers }));
    const [, message] = await reported(new TritonOverHttp(http).repositoryIndex({}));
    expect(message).toContain("•••");
    expect(message).not.toContain("geheim");
  });
});

async function reported(call: Promise<unknown>): Promise<[code: unknown, message: string]> {
  const error: unknown = await call.then(
    () => new Error("it was answered"),
    (thrown: unknown) => thrown,
  );
  const { code, message } = error as { code?: unknown; message: string };
  return [code, message];
}

/** Numbers as 0 and lists by their first element, to compare recordings of different moments. */
function formOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each) => {
    if (Array.isArray(each)) return each.slice(0, 1);
    return typeof each === "number" ? 0 : each;
  });
}
