import { type ChildProcess, fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { onTestFinished } from "vitest";
import { engineProgram, quietGeneratorProgram } from "../../../base/testing/program-files.ts";
import type { ExperimentPlan, ExperimentProgress } from "../../contract/index.ts";

export interface HostProcess<Message = ExperimentProgress> extends Disposable {
  /** Resolves with the first matching message; rejects with the last one if none matches in time. */
  until(wanted: (message: Message) => boolean): Promise<Message>;
  /** Like kill -9. Resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * A console in a separate process, with its data in `directory`, which connects the server and starts a suggested
 * experiment with the settings in `more`.
 */
export function startHostProcess(
  directory: string,
  server: { readonly grpc: string; readonly http: string },
  model: string,
  more: Partial<ExperimentPlan>,
): HostProcess {
  return forkHost(
    directory,
    server,
    `
    const model = ${JSON.stringify(model)};
    const { plan } = await client.request("lab.suggest", { serverId, model });
    const { id } = await client.request("lab.start", {
      plan: { ...plan, ...${JSON.stringify(more)} }, name: "",
    });
    client.subscribe("lab.progress", { id }, { event: (progress) => process.send(progress) });
  `,
  );
}

/**
 * A console in a separate process that connects the server and runs `work`, statements that have `client` and
 * `serverId`.
 */
export function forkHost<Message>(
  directory: string,
  server: { readonly grpc: string; readonly http: string },
  work: string,
): HostProcess<Message> {
  fs.mkdirSync(path.join(directory, "models"), { recursive: true });
  const script = path.join(directory, "host.mjs");
  fs.writeFileSync(script, source(directory, server, work));
  const child = fork(script, { execArgv: [] });
  // Also after a test that timed out, which disposes of nothing: a console left behind would keep the test runner from ending.
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    until: (wanted) => messageFrom(child, wanted),
    kill: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

const LIMIT_MS = 90_000;

function messageFrom<Message>(
  child: ChildProcess,
  wanted: (message: Message) => boolean,
): Promise<Message> {
  return new Promise((resolve, reject) => {
    let last = "none";
    const limit = setTimeout(
      () => reject(new Error(`No wanted message; the last one: ${last}`)),
      LIMIT_MS,
    );
    child.on("message", (message: Message) => {
      last = JSON.stringify(message).slice(0, 2000);
      if (!wanted(message)) return;
      clearTimeout(limit);
      resolve(message);
    });
    child.once("exit", () => {
      clearTimeout(limit);
      reject(new Error("the console ended"));
    });
  });
}

function source(directory: string, server: object, work: string): string {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  return `
    import { createHost } from ${module("../../host.ts")};
    import { createClient, inMemoryPipe } from ${module("../../contract/rpc/index.ts")};
    const host = await createHost({
      version: "test",
      dataDirectory: ${JSON.stringify(path.join(directory, "data"))},
      modelRepository: ${JSON.stringify(path.join(directory, "models"))},
      entries: {
        engine: new URL(${JSON.stringify(engineProgram)}),
        generator: new URL(${JSON.stringify(quietGeneratorProgram)}),
      },
      capabilities: { embeddedEngine: true, openFolder: false, revealFile: false, download: false },
      log: () => {},
    });
    const client = createClient(() => {
      const pipe = inMemoryPipe();
      host.handle(pipe.host);
      return pipe.client;
    });
    const { serverId } = await client.request("servers.add", {
      name: "remote", metrics: "", ...${JSON.stringify(server)},
    });
    await new Promise((resolve) =>
      client.subscribe("servers.status", {}, {
        event: (all) => all.some(({ id, state }) => id === serverId && state === "live") && resolve(),
      }),
    );
    ${work}
  `;
}
