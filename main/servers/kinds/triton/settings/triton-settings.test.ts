import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestRepository } from "../../../../../engine/testing/repository.ts";
import {
  type ServingProcess,
  startServing,
} from "../../../../../engine/testing/serving-process.ts";
import { StatusError } from "../../../../../base/status-error.ts";
import { HostEvents } from "../../../../events/index.ts";
import type { ServerDirectory } from "../../../adapter.ts";
import { startProduct } from "../../testing/product.ts";
import { startGrpc } from "../../open-inference/testing/grpc-server.ts";
import { startRecordedTriton } from "../../../testing/recorded-triton.ts";
import { startRecordedTritonHttp } from "../../../testing/recorded-triton-http.ts";
import { tritonServer } from "../../../testing/triton-server.ts";
import { ManualClock } from "../../../../testing/manual-clock.ts";
import { tritonSettingsHandlers } from "./triton-settings-handlers.ts";

const { signal } = new AbortController();

/** `way`: the address to use. */
function domainOf(address: string, way: "grpc" | "http" = "grpc") {
  const endpoints = { grpc: "", http: "", metrics: "", [way]: address };
  const server = tritonServer(
    { id: "t", name: "Triton", kind: "triton", endpoints },
    new ManualClock(0),
  );
  const events = new HostEvents();
  const servers: ServerDirectory = {
    list: () => [server],
    get: () => server,
    onChanged: () => ({ [Symbol.dispose]: () => {} }),
  };
  const { requests } = tritonSettingsHandlers(servers, events);
  return { server, requests, messages: () => events.list().map(({ message }) => message) };
}

describe.each(["grpc", "http"] as const)("[TRITON-SETTINGS-7] an engine of ours over %s", (way) => {
  let repository: TestRepository;
  let engine: ServingProcess;

  beforeEach(async () => {
    repository = await TestRepository.create();
    await repository.identity("echo", "max_batch_size: 4");
    engine = await startServing(repository.path);
  });

  afterEach(async () => {
    engine.child.kill();
    await engine.exit;
    await repository[Symbol.asyncDispose]();
  });

  it("[TRITON-SETTINGS-2] [TRITON-SETTINGS-4] [TRITON-SETTINGS-6] has settings of the server, and of a model until they are reset", async () => {
    const { server, requests, messages } = domainOf(engine[way], way);
    using _ = server;
    await server.repositoryIndex();
    expect(server.capabilities).toContain("settings");
    const of = (model: string) =>
      requests["tritonSettings.trace"]({ serverId: "t", model }, signal);
    expect(await of("")).toEqual({
      trace_level: ["OFF"],
      trace_rate: ["1000"],
      trace_count: ["-1"],
      log_frequency: ["0"],
      trace_file: [""],
      trace_mode: ["triton"],
    });
    const changes = { trace_level: ["TIMESTAMPS"], trace_rate: ["10"], trace_count: ["50"] };
    expect(
      await requests["tritonSettings.changeTrace"](
        { serverId: "t", model: "echo", changes },
        signal,
      ),
    ).toMatchObject(changes);
    expect(await of("")).toMatchObject({ trace_level: ["OFF"] });
    const back = { trace_level: [], trace_rate: [], trace_count: [] };
    expect(
      await requests["tritonSettings.changeTrace"](
        { serverId: "t", model: "echo", changes: back },
        signal,
      ),
    ).toMatchObject({ trace_level: ["OFF"], trace_rate: ["1000"] });
    expect(messages()[0]).toBe(
      "Trace settings of 'echo' on Triton were changed: trace_level, trace_rate, trace_count.",
    );
  });

  it("[TRITON-SETTINGS-3] [TRITON-SETTINGS-5] reports the values after a change, and rejects in the server's words", async () => {
    const { server, requests, messages } = domainOf(engine[way], way);
    using _ = server;
    await server.repositoryIndex();
    const change = (changes: Record<string, boolean | number | string>) =>
      requests["tritonSettings.changeLog"]({ serverId: "t", changes }, signal);
    expect(await change({ log_verbose_level: 2, log_info: false })).toEqual({
      log_file: "",
      log_info: false,
      log_warning: true,
      log_error: true,
      log_verbose_level: 2,
      log_format: "default",
    });
    expect(await change({ nosuch: 1 })).toMatchObject({ log_verbose_level: 2 });
    await expect(change({ log_file: "/tmp/x" })).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      message: "log file location can not be updated through network protocol",
    });
    await expect(change({ log_info: "yes" })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "expect boolean for 'log_info'",
    });
    await expect(
      requests["tritonSettings.changeTrace"](
        { serverId: "t", model: "absent", changes: { trace_rate: ["1"] } },
        signal,
      ),
    ).rejects.toMatchObject({ message: "Request for unknown model : absent" });
    expect(messages()).toEqual([
      "Log settings of Triton were changed: log_verbose_level, log_info.",
      "Log settings of Triton were changed: nosuch.",
    ]);
  });
});

describe("a Triton", () => {
  it.each([
    ["grpc", startRecordedTriton, "the server does not support trace"],
    ["http", startRecordedTritonHttp, "the server does not support tracing"],
  ] as const)(
    "[TRITON-SETTINGS-1] that was built without tracing has its log alone, as recorded over %s",
    async (way, start, words) => {
      await using triton = await start();
      const { server, requests } = domainOf(triton.address, way);
      using _ = server;
      await server.repositoryIndex();
      expect(await requests["tritonSettings.log"]({ serverId: "t" }, signal)).toEqual({
        log_file: "",
        log_info: true,
        log_warning: true,
        log_error: true,
        log_verbose_level: 0,
        log_format: "default",
      });
      await expect(
        requests["tritonSettings.trace"]({ serverId: "t", model: "" }, signal),
      ).rejects.toMatchObject({
        code: "UNAVAILABLE",
        message: words,
        details: expect.not.objectContaining({ unreachable: true }),
      });
      expect(server.status.state).toBe("live");
    },
  );

  it("[TRITON-SETTINGS-3] [TRITON-SETTINGS-4] [TRITON-SETTINGS-7] receives each change once over HTTP: a list for the level, no value as null", async () => {
    const bodies: string[] = [];
    await using triton = await startProduct((method, path, body) => {
      if (path === "/v2")
        return { body: { name: "triton", version: "2.64.0", extensions: ["trace"] } };
      if (path === "/v2/repository/index") return { body: [] };
      bodies.push(`${method} ${path} ${body}`);
      return { status: 400, body: { error: "Unable to parse 'trace_rate', got: x" } };
    });
    const { server, requests, messages } = domainOf(triton.address, "http");
    using _ = server;
    await server.repositoryIndex();
    const changes = { trace_level: ["OFF"], trace_rate: ["x"], trace_count: [] };
    const changed = requests["tritonSettings.changeTrace"](
      { serverId: "t", model: "a b", changes },
      signal,
    );
    await expect(changed).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "Unable to parse 'trace_rate', got: x",
    });
    expect(bodies).toEqual([
      'POST /v2/models/a%20b/trace/setting {"trace_level":["OFF"],"trace_rate":"x","trace_count":null}',
    ]);
    expect(messages()).toEqual([]);
  });

  it("[TRITON-SETTINGS-1] has neither without the extensions; a silent one has not responded yet", async () => {
    await using bare = await startGrpc({
      ServerMetadata: () => ({ name: "triton", version: "2.9.0", extensions: ["statistics"] }),
      RepositoryIndex: () => ({ models: [] }),
    });
    const { server, requests } = domainOf(bare.address);
    using _ = server;
    const log = () => requests["tritonSettings.log"]({ serverId: "t" }, signal);
    await expect(log()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await server.repositoryIndex();
    await expect(log()).rejects.toThrow(
      new StatusError(
        "UNIMPLEMENTED",
        'Triton has no trace and log settings: neither "trace" nor "logging" is among its extensions.',
      ),
    );
  });

  it("[TRITON-SETTINGS-3] receives each change once, also when it rejects it", async () => {
    let calls = 0;
    await using triton = await startGrpc({
      ServerMetadata: () => ({ name: "triton", version: "2.64.0", extensions: ["trace"] }),
      RepositoryIndex: () => ({ models: [] }),
      TraceSetting: () => {
        calls += 1;
        return null;
      },
    });
    const { server, requests, messages } = domainOf(triton.address);
    using _ = server;
    await server.repositoryIndex();
    const changes = { trace_rate: ["5"] };
    await expect(
      requests["tritonSettings.changeTrace"]({ serverId: "t", model: "", changes }, signal),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(calls).toBe(1);
    expect(messages()).toEqual([]);
  });
});
