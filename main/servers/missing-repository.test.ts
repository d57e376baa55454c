import fs from "node:fs/promises";
import { expect, it } from "vitest";
import { TestRepository } from "../../engine/testing/repository.ts";
import { startServing } from "../../engine/testing/serving-process.ts";
import { systemClock } from "../../base/clock.ts";
import type { ServerStatus } from "../contract/index.ts";
import { HostEvents } from "../events/index.ts";
import { FakeDirectory } from "../telemetry/testing/fake-server.ts";
import { reportRepositories } from "./events/report-repository.ts";
import { tritonServer } from "./testing/triton-server.ts";

it.each(["grpc", "http"] as const)(
  "[SERVER-S12] [EVENT-6] a missing repository folder is a problem of the repository, and no lost server, over %s",
  async (way) => {
    await using repository = await TestRepository.create();
    await repository.identity("kept", "max_batch_size: 1");
    await repository.identity("asleep", "max_batch_size: 1");
    const engine = await startServing(repository.path, [
      "--model-control-mode=explicit",
      "--load-model=kept",
    ]);
    await using stack = new AsyncDisposableStack();
    stack.defer(async () => {
      engine.child.kill();
      await engine.exit;
    });
    const endpoints = { grpc: "", http: "", metrics: "", [way]: engine[way] };
    const address = { id: "e", name: "Engine", kind: "triton", endpoints } as const;
    const server = stack.use(tritonServer(address, systemClock));
    const states: ServerStatus["state"][] = [];
    stack.use(server.onStatus(({ state }) => states.push(state)));
    const events = new HostEvents();
    stack.use(reportRepositories(new FakeDirectory([server as never]), events));
    const models = async () =>
      (await server.repositoryIndex()).map(({ name, state }) => [name, state]);

    expect(await models()).toEqual([
      ["asleep", undefined],
      ["kept", "READY"],
    ]);
    expect(server.status.repositoryProblem).toBeNull();

    await fs.rename(repository.path, `${repository.path}.away`);
    for (let poll = 0; poll < 3; poll++) {
      await server.observe();
      expect(await models()).toEqual([
        ["kept", "READY"],
        ["asleep", undefined],
      ]);
    }
    expect(server.status.repositoryProblem).toContain(repository.path);
    expect(server.status.state).toBe("live");

    await fs.rename(`${repository.path}.away`, repository.path);
    await server.observe();
    expect(server.status).toMatchObject({ state: "live", repositoryProblem: null });
    expect(new Set(states)).toEqual(new Set(["live"]));
    expect(events.list().map(({ level, message }) => [level, message])).toEqual([
      ["error", expect.stringContaining("Engine can't read its model repository: ")],
      ["info", "Engine can read its model repository again."],
    ]);
  },
  60_000,
);
