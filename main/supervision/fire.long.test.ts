// kill -9 of the real engine under load, as seen by its clients and its supervisor.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { GrpcClient } from "../../engine/testing/clients.ts";
import { TestRepository } from "../../engine/testing/repository.ts";
import { systemClock } from "../../base/clock.ts";
import { HostEvents } from "../events/index.ts";
import { EngineSupervisor } from "./engine-supervisor.ts";

test("kill -9 of the engine under load: no client hangs, and it serves again", async () => {
  await using repository = await TestRepository.create();
  await repository.identity(
    "slow",
    'max_batch_size: 4 dynamic_batching { } parameters { key: "execute_delay_ms" value { string_value: "20" } }',
  );
  const events = new HostEvents();
  const supervisor = new EngineSupervisor({
    entry: new URL("../../engine/process.ts", import.meta.url),
    args: () => [
      `--model-repository=${repository.path}`,
      "--grpc-port=0",
      "--http-port=0",
      "--metrics-port=0",
    ],
    clock: systemClock,
    events,
    backoffMs: [100],
  });
  const live = async (restarts: number): Promise<string> => {
    await vi.waitFor(() => expect(supervisor.status).toMatchObject({ state: "live", restarts }), {
      timeout: 30_000,
      interval: 20,
    });
    return supervisor.status.endpoints?.grpc ?? "";
  };
  supervisor.start();
  try {
    for (let kill = 0; kill < 2; kill++) {
      const client = new GrpcClient(await live(kill));
      const ends: string[] = [];
      const lanes = Array.from({ length: 32 }, async () => {
        for (;;) {
          const failure = await client.infer("slow", 1).then(
            () => undefined,
            (error: Error) => error.message,
          );
          if (failure !== undefined) return ends.push(failure);
        }
      });
      await sleep(500);
      process.kill(supervisor.status.pid ?? 0, "SIGKILL");
      await Promise.all(lanes);
      expect(ends).toHaveLength(32);
      for (const message of ends) expect(message).toMatch(/UNAVAILABLE|INTERNAL|CANCELLED/);
      client.close();
    }
    const client = new GrpcClient(await live(2));
    expect(await client.infer("slow", 7)).toBe(7);
    client.close();
  } finally {
    await supervisor.stop();
  }
});
