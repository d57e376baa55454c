import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { StatusError } from "../../../../../base/status-error.ts";
import { type HostEvent, torchserveModel } from "../../../../contract/index.ts";
import { HostEvents } from "../../../../events/index.ts";
import { plainTarget } from "../../../../wire/index.ts";
import type { ServerAdapter } from "../../../adapter.ts";
import { startTorchServe, type TorchServe } from "../testing/torchserve-server.ts";
import type { ServerHttp } from "../../../../wire/transport/index.ts";
import { torchserveHandlers } from "./torchserve-handlers.ts";
import { manage } from "./management.ts";

const MODEL = "resnet18";
const chosen = { serverId: "ts", model: MODEL, version: "1.0" };
const never = new AbortController().signal;

let server: TorchServe;
let events: HostEvent[];
let capabilities: ServerAdapter["capabilities"];
let domain: ReturnType<typeof torchserveHandlers>["requests"];

beforeEach(async () => {
  server = await startTorchServe("0.12.0");
  events = [];
  capabilities = ["workers"];
  const heard = new HostEvents();
  heard.onEvent((event) => events.push(event));
  const adapter = () => ({
    status: { name: "Vision" },
    capabilities,
    access: () =>
      Promise.resolve({ http: plainTarget(server.management.address), grpc: null, metrics: null }),
  });
  domain = torchserveHandlers({ get: adapter as unknown as () => ServerAdapter }, heard).requests;
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

const sent = () => server.management.requests.filter((line) => !line.startsWith("GET"));

describe("a model", () => {
  it("[TORCHSERVE-ADMIN-1] is described with its versions, workers and queue", async () => {
    const described = await domain["torchserve.model"]({ serverId: "ts", model: MODEL }, never);
    expect(torchserveModel.parse(described)).toMatchObject({
      name: MODEL,
      versions: [
        {
          version: "1.0",
          isDefault: true,
          archive: "resnet18.mar",
          minWorkers: 2,
          batchSize: 8,
          maxBatchDelayMs: 50,
          workers: [{ status: "READY", startedAt: Date.UTC(2026, 10, 16, 8, 26, 59, 394) }, {}],
          queue: { pending: 0, room: 100 },
        },
      ],
    });
    await expect(
      domain["torchserve.model"]({ serverId: "ts", model: "nothing" }, never),
    ).rejects.toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining("'nothing'") });
  });
});

describe("scaling", () => {
  it("[TORCHSERVE-ADMIN-2] [TORCHSERVE-ADMIN-3] [TORCHSERVE-ADMIN-7] waits until the workers are up, and reads back", async () => {
    const scaled = await domain["torchserve.scale"](
      { ...chosen, minWorkers: 4, maxWorkers: 5, wait: true },
      never,
    );
    expect(scaled).toMatchObject({
      said: "Workers scaled to 4 for model: resnet18",
      done: true,
      now: { versions: [{ minWorkers: 4, maxWorkers: 5 }] },
    });
    expect(scaled.now?.versions[0]?.workers).toHaveLength(4);
    expect(sent()).toEqual(["PUT /models/resnet18/1.0?min_worker=4&max_worker=5&synchronous=true"]);
    expect(events).toMatchObject([
      {
        message: expect.stringContaining("Vision: Workers scaled"),
        mark: { kind: "config", serverId: "ts", model: MODEL },
      },
    ]);
  });

  it("[TORCHSERVE-ADMIN-3] reports that it is unfinished when it doesn't wait", async () => {
    const scaled = await domain["torchserve.scale"](
      { ...chosen, minWorkers: 0, maxWorkers: 0, wait: false },
      never,
    );
    expect(scaled).toMatchObject({ done: false, said: "Processing worker updates..." });
    expect(scaled.now?.versions[0]?.workers).toHaveLength(2);
    server.settle();
    const later = await domain["torchserve.model"]({ serverId: "ts", model: MODEL }, never);
    expect(later.versions[0]?.workers).toHaveLength(0);
  });

  it("[TORCHSERVE-ADMIN-2] is not sent where it is impossible", async () => {
    expect(() =>
      domain["torchserve.scale"]({ ...chosen, minWorkers: 3, maxWorkers: 1, wait: true }, never),
    ).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
    expect(server.management.requests).toEqual([]);
  });
});

test("[TORCHSERVE-ADMIN-2] [TORCHSERVE-ADMIN-3] may still be in progress after a timeout, and is not sent again", async () => {
  const sends: string[] = [];
  const silent = {
    url: "http://vision:8081",
    send: (method: string, path: string) => {
      sends.push(`${method} ${path}`);
      return Promise.reject(new StatusError("DEADLINE_EXCEEDED", "It did not answer."));
    },
  } as unknown as ServerHttp;
  await expect(
    manage(silent, {
      method: "PUT",
      path: [MODEL, "1.0"],
      query: { min_worker: "9" },
      wait: true,
      doing: "scale",
      model: MODEL,
    }),
  ).rejects.toMatchObject({
    code: "DEADLINE_EXCEEDED",
    message: expect.stringContaining("It may still be working on it"),
  });
  expect(sends).toEqual(["PUT /models/resnet18/1.0?min_worker=9"]);
});

describe("registering", () => {
  const archive = {
    serverId: "ts",
    url: "bert.mar",
    model: "",
    initialWorkers: 1,
    batchSize: 16,
    maxBatchDelayMs: 20,
    wait: true,
  };

  it("[TORCHSERVE-ADMIN-4] names the setting if TorchServe does not allow it", async () => {
    for (const refused of [
      domain["torchserve.register"](archive, never),
      domain["torchserve.unregister"](chosen, never),
    ])
      await expect(refused).rejects.toMatchObject({
        code: "UNIMPLEMENTED",
        message: expect.stringContaining("model_api_enabled=true"),
      });
    expect(sent()).toHaveLength(2);
    expect(events).toEqual([]);
  });

  it("[TORCHSERVE-ADMIN-4] takes the archive's name, reads back, and rejects a duplicate", async () => {
    server.state.modelApi = true;
    expect(await domain["torchserve.register"](archive, never)).toMatchObject({
      done: true,
      now: { name: "bert", versions: [{ batchSize: 16, maxBatchDelayMs: 20, workers: [{}] }] },
    });
    await expect(domain["torchserve.register"](archive, never)).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
      message: expect.stringContaining("already registered"),
    });
    await expect(
      domain["torchserve.register"]({ ...archive, url: "nothing.mar" }, never),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("versions", () => {
  beforeEach(async () => {
    server.state.modelApi = true;
    await domain["torchserve.register"](
      {
        serverId: "ts",
        url: "resnet18_2.mar",
        model: "",
        initialWorkers: 0,
        batchSize: 1,
        maxBatchDelayMs: 100,
        wait: false,
      },
      never,
    );
  });

  it("[TORCHSERVE-ADMIN-5] can be made the default, which is the only one that can't be unregistered", async () => {
    await expect(domain["torchserve.unregister"](chosen, never)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
      message: expect.stringContaining("Cannot remove default version"),
    });
    const { now } = await domain["torchserve.setDefault"]({ ...chosen, version: "2.0" }, never);
    expect(now?.versions.map(({ version, isDefault }) => [version, isDefault])).toEqual([
      ["1.0", false],
      ["2.0", true],
    ]);
    expect(await domain["torchserve.unregister"](chosen, never)).toMatchObject({
      said: 'Model "resnet18" unregistered',
      now: { versions: [{ version: "2.0" }] },
    });
    expect(
      await domain["torchserve.unregister"]({ ...chosen, version: "2.0" }, never),
    ).toMatchObject({ done: true, now: null });
  });

  it("[TORCHSERVE-ADMIN-6] are NOT_FOUND if unknown, UNAUTHENTICATED without the key", async () => {
    await expect(
      domain["torchserve.setDefault"]({ ...chosen, version: "9" }, never),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    server.state.locked = true;
    await expect(domain["torchserve.unregister"](chosen, never)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
    capabilities = ["chat"];
    await expect(domain["torchserve.unregister"](chosen, never)).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      message: expect.stringContaining("Vision"),
    });
    capabilities = [];
    await expect(domain["torchserve.unregister"](chosen, never)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "Vision has not answered yet.",
    });
  });
});
