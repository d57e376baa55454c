import { createHash } from "node:crypto";
import os from "node:os";
import type { Experiment, ModelDetail, ServerStatus } from "../../contract/index.ts";

/** config.pbtxt text, or without one the server's JSON. */
export function chooseConfigText(text: string, { config }: ModelDetail): string {
  return text || JSON.stringify(config, null, 2);
}

/** The environment of an experiment; `address`: HOST:PORT that receives the load. */
export function describeEnvironment(
  status: Pick<ServerStatus, "name" | "version"> & Partial<Pick<ServerStatus, "kind" | "caveat">>,
  configText: string,
  address: string,
): Experiment["environment"] {
  const machine = {
    cpus: os.availableParallelism(),
    cpuModel: os.cpus()[0]?.model.trim() ?? "unknown",
    memoryBytes: os.totalmem(),
    platform: `${os.platform()} ${os.release()} ${os.arch()}`,
  };
  return {
    server: status.name,
    serverVersion: status.version,
    configText,
    ...machine,
    fingerprint: fingerprint({ ...machine, host: os.hostname() }),
    sameMachine: isHere(status, address),
  };
}

/** Whether a server runs on this machine; one behind a local tunnel does not. */
export function isHere(
  { kind, caveat }: Partial<Pick<ServerStatus, "kind" | "caveat">>,
  address: string,
): boolean {
  return kind === "embedded" || ((caveat ?? null) === null && isThisMachine(address));
}

/** Whether HOST:PORT is on this machine, as far as the address shows: a name may resolve to anything. */
export function isThisMachine(address: string): boolean {
  const host = address.slice(0, address.lastIndexOf(":")).replace(/^\[|\]$/g, "");
  if (host === "localhost" || host === "::1" || host.startsWith("127.")) return true;
  const own = Object.values(os.networkInterfaces()).flatMap((each) => each ?? []);
  return own.some((each) => each.address === host);
}

function fingerprint(machine: object): string {
  return createHash("sha256").update(JSON.stringify(machine)).digest("hex").slice(0, 16);
}
