import fs from "node:fs";
import { expect, test } from "vitest";
import { FakeServer } from "../../telemetry/testing/fake-server.ts";
import { plainTarget, type ServerAccess, type Target } from "../../wire/index.ts";
import { certificates } from "../testing/certificates.ts";
import { startHttps } from "../testing/http-doubles.ts";
import { MetricsSource } from "./metrics-source.ts";

const recorded = fs.readFileSync(new URL("../fixtures/triton-metrics.txt", import.meta.url));

class Server extends FakeServer {
  metrics: Target | null = null;
  override async access(): Promise<ServerAccess> {
    return { grpc: null, http: null, metrics: this.metrics };
  }
}

test("[SERVER-T1] reads metrics as the connection says", async () => {
  await using double = await startHttps((request, response) => {
    if (request.headers.authorization !== "Bearer t") return response.writeHead(401).end();
    response.end(recorded);
  });
  const plain = plainTarget(double.address);
  const server = new Server();
  using source = new MetricsSource(server);
  await expect(source.read()).rejects.toMatchObject({
    code: "FAILED_PRECONDITION",
    message: "No address is known for the metrics of FAKE.",
  });
  server.metrics = plain && { ...plain, tls: { ca: certificates.ca } };
  await expect(source.read()).rejects.toThrow("answers with status 401");
  server.metrics = server.metrics && {
    ...server.metrics,
    headers: { authorization: "Bearer t" },
  };
  expect(await source.read()).toMatchObject({ memoryTotalBytes: 25_276_514_304 });
});
