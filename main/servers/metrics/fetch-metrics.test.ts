import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fetchMetrics } from "./fetch-metrics.ts";

const recorded = fs.readFileSync(new URL("../fixtures/triton-metrics.txt", import.meta.url));
let server: http.Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (response: http.ServerResponse) => void): Promise<string> {
  const listening = http.createServer((_request, response) => answer(response));
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

test("reads metrics recorded from Triton 2.64.0 over HTTP", async () => {
  const address = await serve((response) => response.end(recorded));
  const { memoryTotalBytes, gpus } = await fetchMetrics(address);
  expect({ memoryTotalBytes, gpus }).toEqual({ memoryTotalBytes: 25_276_514_304, gpus: [] });
});

test("reports a status other than 200", async () => {
  const address = await serve((response) => response.writeHead(404).end());
  await expect(fetchMetrics(address)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: `http://${address}/metrics answers with status 404.`,
  });
});

test("stops reading after 32 MiB", async () => {
  const line = Buffer.alloc(1024 * 1024, "#");
  const address = await serve((response) => {
    const more = () => {
      while (!response.destroyed && response.write(line));
    };
    response.on("drain", more);
    more();
  });
  await expect(fetchMetrics(address)).rejects.toMatchObject({ code: "RESOURCE_EXHAUSTED" });
});

test("rejects if nothing listens, and when aborted", async () => {
  await expect(fetchMetrics("127.0.0.1:1")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  const address = await serve(() => {});
  const stopped = AbortSignal.abort();
  await expect(fetchMetrics(address, stopped)).rejects.toMatchObject({ code: "CANCELLED" });
});
