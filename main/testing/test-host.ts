import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, vi } from "vitest";
import { engineProgram, quietGeneratorProgram } from "../../base/testing/program-files.ts";
import { sampleModels } from "../../assets/sample-models/catalogue.ts";
import type { HostClient } from "../contract/client.ts";
import type { HostEvent, ServerStatus } from "../contract/index.ts";
import { createClient, inMemoryPipe } from "../contract/rpc/index.ts";
import { createHost, type Host } from "../host.ts";

export interface TestHost {
  readonly directory: string;
  readonly repository: string;
  readonly host: Host;
  readonly client: HostClient;
  /** Events so far. */
  readonly events: HostEvent[];
  readonly status: () => ServerStatus | undefined;
  /** Waits for the embedded engine to be in a state. */
  readonly until: (state: ServerStatus["state"]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface TestHostOptions {
  /** Default: the real engine. */
  readonly engine?: URL;
  /** A directory of an earlier host; else one is made, with the sample model `mlp` in its repository. */
  readonly directory?: string;
  readonly openControl?: boolean;
  /** Served next to its own. */
  readonly otherRepositories?: readonly string[];
  /** As `--backend-config`. */
  readonly backendConfig?: readonly string[];
}

/** A host with the real engine, over the in-memory transport, in a directory of its own. */
export async function startTestHost(options: TestHostOptions = {}): Promise<TestHost> {
  const directory = options.directory ?? makeDirectory();
  const repository = path.join(directory, "models");
  const host = await createHost({
    version: "test",
    dataDirectory: path.join(directory, "data"),
    modelRepository: [repository, ...(options.otherRepositories ?? [])],
    ...(options.openControl !== undefined && { openControl: options.openControl }),
    ...(options.backendConfig && { backendConfig: options.backendConfig }),
    entries: {
      engine: options.engine ?? engineProgram,
      generator: quietGeneratorProgram,
    },
    capabilities: { embeddedEngine: true, openFolder: false, revealFile: false, download: true },
    log: () => {},
  });
  const client = createClient(() => {
    const pipe = inMemoryPipe();
    host.handle(pipe.host);
    return pipe.client;
  });
  const events: HostEvent[] = [];
  let status: ServerStatus | undefined;
  client.subscribe("host.events", {}, { event: (news) => events.push(...news) });
  client.subscribe("servers.status", {}, { event: ([first]) => (status = first) });
  return {
    directory,
    repository,
    host,
    client,
    events,
    status: () => status,
    until: (state) =>
      vi.waitFor(() => expect(status?.state).toBe(state), { timeout: 20_000, interval: 20 }),
    close: async () => {
      client.close();
      await host.close();
    },
  };
}

function makeDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-host-"));
  const model = sampleModels.find(({ name }) => name === "mlp");
  if (!model) throw new Error("there is no sample model 'mlp'");
  const folder = path.join(directory, "models", model.name);
  fs.mkdirSync(path.join(folder, "1"), { recursive: true });
  fs.writeFileSync(path.join(folder, "1", "model.onnx"), model.build());
  fs.writeFileSync(path.join(folder, "config.pbtxt"), model.config);
  return directory;
}
