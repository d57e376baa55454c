import { vi } from "vitest";
import { engineProgram } from "../../base/testing/program-files.ts";
import { systemClock } from "../../base/clock.ts";
import { HostEvents } from "../events/index.ts";
import { EngineSupervisor } from "../supervision/index.ts";

export interface EngineProcess {
  readonly grpc: string;
  readonly http: string;
  readonly metrics: string;
  stop(): Promise<void>;
}

/** A server of its own, as one that runs on another machine; `port` 0 lets the system choose. */
export async function startEngineProcess(
  repository: string,
  controlMode: "none" | "poll" | "explicit" = "explicit",
  port = 0,
  more: readonly string[] = [],
): Promise<EngineProcess> {
  const supervisor = new EngineSupervisor({
    entry: engineProgram,
    args: () => [
      `--model-repository=${repository}`,
      `--model-control-mode=${controlMode}`,
      ...(controlMode === "explicit" ? ["--load-model=*"] : []),
      `--grpc-port=${port}`,
      "--http-port=0",
      "--metrics-port=0",
      "--exit-timeout-secs=2",
      ...["grpc", "http", "metrics"].map((each) => `--${each}-address=127.0.0.1`),
      ...more,
    ],
    clock: systemClock,
    events: new HostEvents(),
  });
  supervisor.start();
  const { grpc, http, metrics } = await vi.waitUntil(() => supervisor.status.endpoints, {
    timeout: 30_000,
    interval: 20,
  });
  return { grpc, http, metrics, stop: () => supervisor.stop() };
}
