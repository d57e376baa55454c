import type { Experiment } from "../contract/index.ts";
import { figure } from "./figures.ts";
import type { Html } from "./html.ts";
import { facts } from "./tables.ts";

const GIB = 1024 ** 3;

/** The machine and the server of measurements. */
export function machineFacts(environment: Experiment["environment"]): Html {
  const { server, serverVersion, cpus, cpuModel, memoryBytes, platform, sameMachine } = environment;
  const processor = [cpuModel, cpus > 0 ? `${cpus} CPUs` : ""].filter((part) => part !== "");
  return facts([
    ["Server", [server, serverVersion ?? ""].join(" ").trim() || "unknown"],
    ["Processor", processor.join(", ") || "unknown"],
    ["Memory", memoryBytes > 0 ? `${figure(memoryBytes / GIB)} GiB` : "unknown"],
    ["System", platform || "unknown"],
    ["Load sent from", sameMachine ? "the same machine as the server" : "another machine"],
    ["Machine ID", environment.fingerprint || "unknown"],
  ]);
}
