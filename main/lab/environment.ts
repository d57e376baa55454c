import os from "node:os";
import type { Experiment, ModelDetail, ServerStatus } from "../contract/index.ts";

/** What an experiment ran on: needed to compare it with others later. */
export function environmentOf(
  status: Pick<ServerStatus, "name" | "version">,
  detail: ModelDetail,
  configText: string,
): Experiment["environment"] {
  return {
    server: status.name,
    serverVersion: status.version,
    configText: configText || JSON.stringify(detail.config, null, 2),
    cpus: os.availableParallelism(),
    cpuModel: os.cpus()[0]?.model ?? "unknown",
    platform: `${os.platform()} ${os.release()} ${os.arch()}`,
  };
}
