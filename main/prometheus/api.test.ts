import type { IncomingMessage, ServerResponse } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import { plainTarget, type Target } from "../wire/index.ts";
import { ServerHttp } from "../wire/transport/index.ts";
import { startHttp } from "../servers/testing/http-doubles.ts";
import { type ApiAnswer, PrometheusApi } from "./api.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function withApi<T>(
  answer: Answer,
  work: (api: PrometheusApi) => Promise<T>,
  more: Partial<Target> = {},
): Promise<T> {
  await using server = await startHttp(answer);
  const target = plainTarget(server.address);
  if (!target) throw new TypeError("no address");
  using http = new ServerHttp({ ...target, ...more });
  return await work(new PrometheusApi(http));
}

const json =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const matrix = (result: unknown) => ({ status: "success", data: { resultType: "matrix", result } });

describe("[PROM-2] answers", () => {
  it("are series of times in ms and numbers, with what JSON has no number for", async () => {
    const result = [
      {
        metric: { __name__: "up", job: "a" },
        values: [
          [1.5, "2"],
          [2, "NaN"],
          [3, "+Inf"],
        ],
      },
    ];
    const asked: string[] = [];
    const { series } = await withApi(
      (request, response) => {
        asked.push(request.url ?? "");
        json(matrix(result))(request, response);
      },
      (api) => api.queryRange('up{job="a"}', { from: 1000, to: 3000, stepMs: 500 }),
    );
    expect(series).toEqual([
      {
        labels: { __name__: "up", job: "a" },
        points: [
          [1500, 2],
          [2000, Number.NaN],
          [3000, Number.POSITIVE_INFINITY],
        ],
      },
    ]);
    expect(asked).toEqual([
      "/api/v1/query_range?query=up%7Bjob%3D%22a%22%7D&start=1&end=3&step=0.5",
    ]);
  });

  it("of a scalar are one series without labels, and warnings are kept", async () => {
    const body = {
      status: "success",
      data: { resultType: "scalar", result: [1, "7"] },
      warnings: ["partial\nresponse"],
    };
    const answer = await withApi(json(body), (api) => api.query("7"));
    expect(answer.series).toEqual([{ labels: {}, points: [[1000, 7]] }]);
    expect(answer.warnings).toHaveLength(1);
    expect(answer.warnings[0]).not.toContain("\n");
  });

  it.each([
    [400, "bad_data", 'parse error: unexpected "}"', "INVALID_ARGUMENT"],
    [422, "execution", "query processing would load too many samples", "FAILED_PRECONDITION"],
    [422, "422", "cannot parse", "INVALID_ARGUMENT"],
    [503, "timeout", "query timed out", "DEADLINE_EXCEEDED"],
  ])("with status %s and the type %s are errors in Prometheus' words", async (...each) => {
    const [status, errorType, error, code] = each;
    const failing = withApi(json({ status: "error", errorType, error }, status), (api) =>
      api.query("x"),
    );
    await expect(failing).rejects.toMatchObject({
      code,
      message: `Prometheus rejected the query: ${error}`,
    });
  });

  it("that let no one in name the status, and do not repeat the token", async () => {
    const refusing = withApi(
      (_, response) => response.writeHead(401).end("Unauthorized"),
      (api) => api.query("x"),
    );
    await expect(refusing).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    const repeating = withApi(
      (request, response) =>
        json({ status: "error", errorType: "bad_data", error: request.headers.authorization }, 400)(
          request,
          response,
        ),
      (api) => api.query("x"),
      { headers: { authorization: "Bearer geheim-token" } },
    );
    await expect(repeating).rejects.toMatchObject({
      message: "Prometheus rejected the query: •••",
    });
  });

  it("of something else are said not to be Prometheus'", async () => {
    const failing = withApi(
      (_, response) => response.writeHead(200).end("<html>Grafana</html>"),
      (api) => api.query("x"),
    );
    await expect(failing).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: expect.stringContaining("does not answer as Prometheus does"),
      details: { field: "http" },
    });
  });

  it("of any form lose at most what makes no sense", async () => {
    let body: unknown = null;
    await using server = await startHttp((request, response) => json(body)(request, response));
    const target = plainTarget(server.address);
    if (!target) throw new TypeError("no address");
    using http = new ServerHttp(target);
    const api = new PrometheusApi(http);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (metric, values) => {
        body = matrix([
          { metric, values },
          { metric: {}, values: [[1, "2"]] },
        ]);
        const answer = await api.query("x").catch((error: unknown) => error);
        const isRefused = answer instanceof StatusError && answer.code === "INVALID_ARGUMENT";
        expect(isRefused || (answer as ApiAnswer).series[1]?.points).toEqual(
          isRefused || [[1000, 2]],
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe("[PROM-3] what a server reports about itself", () => {
  it("is its version and its targets, as far as it says", async () => {
    const about = await withApi(
      (request, response) => {
        const url = request.url ?? "";
        if (url.includes("buildinfo")) return void response.writeHead(404).end("no");
        const result = url.includes("count") ? [{ metric: {}, value: [1, "4"] }] : [];
        json({ status: "success", data: { resultType: "vector", result } })(request, response);
      },
      (api) => api.about(),
    );
    expect(about).toEqual({ product: null, version: null, targets: { all: 4, up: 0 } });
  });
});
