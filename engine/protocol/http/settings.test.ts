import { expect, test } from "vitest";
import { echoServer } from "../testing/echo-server.ts";

const server = echoServer();

test("[PROTO-106] returns trace settings of the server and of a model, numbers as strings", async () => {
  const settings =
    '{"trace_level":["OFF"],"trace_rate":"1000","trace_count":"-1","log_frequency":"0","trace_file":"","trace_mode":"triton"}';
  expect(await server.send("/v2/trace/setting")).toMatchObject({ status: 200, text: settings });
  for (const model of ["echo", "echo/versions/1"]) {
    const response = await server.send(`/v2/models/${model}/trace/setting`);
    expect(response).toMatchObject({ status: 200, text: settings });
  }
  expect(await server.send("/v2/models/nosuch/trace/setting")).toMatchObject({
    status: 400,
    text: '{"error":"Request for unknown model : nosuch"}',
  });
});

test("[PROTO-106] a trace update passes its settings to the engine; null resets", async () => {
  const { status } = await server.post("/v2/models/echo/trace/setting", {
    trace_level: ["TIMESTAMPS", "TENSORS"],
    trace_rate: "5",
    trace_count: null,
    nosuch: "1",
  });
  expect(status).toBe(200);
  expect(server.engine.calls).toEqual([
    [
      "trace",
      "echo",
      {
        trace_level: ["TIMESTAMPS", "TENSORS"],
        trace_rate: ["5"],
        trace_count: null,
        nosuch: ["1"],
      },
    ],
  ]);
});

test.each([
  [{ trace_rate: 5 }, "Unable to parse 'trace_rate': attempt to access JSON non-string as string"],
  [{ trace_level: "OFF" }, "Unable to parse 'trace_level'"],
])("[PROTO-106] the trace update %j is rejected", async (body, words) => {
  const response = await server.post("/v2/trace/setting", body);
  expect(response.status).toBe(400);
  expect(response.text).toContain(words);
});

test("[PROTO-106] reads and updates log settings; null changes nothing", async () => {
  const before =
    '{"log_file":"","log_info":true,"log_warning":true,"log_error":true,"log_verbose_level":0,"log_format":"default"}';
  expect(await server.send("/v2/logging")).toMatchObject({ status: 200, text: before });
  const set = await server.post("/v2/logging", { log_verbose_level: 1, log_info: null });
  expect(set.text).toBe(before.replace(":0", ":1"));
  const refused = await server.post("/v2/logging", { log_info: [true] });
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("'log_info'") });
});

test("[PROTO-107] while shared memory is not allowed, there are no regions and none can be registered", async () => {
  for (const kind of ["system", "cuda"]) {
    const path = `/v2/${kind}sharedmemory`;
    expect(await server.send(`${path}/status`)).toMatchObject({ status: 200, text: "[]" });
    for (const call of ["region/a/register", "region/a/unregister", "unregister"]) {
      const response = await server.post(`${path}/${call}`, {});
      expect(response).toMatchObject({ status: 501, text: expect.stringContaining("disabled") });
    }
    expect(await server.send(`${path}/region/a/status`)).toMatchObject({
      status: 404,
      text: expect.stringContaining(`Unable to find ${kind} shared memory region: 'a'`),
    });
    expect((await server.send(`${path}/register`)).status).toBe(405);
  }
});
