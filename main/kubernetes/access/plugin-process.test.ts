import fs from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { readObject } from "../read-objects.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import { KubeApi } from "./api.ts";

const patience = { timeout: 20_000, interval: 20 };
/** For children that do not end by themselves; those that do have the product's own limit. */
const SHORT_MS = 500;

/** A cluster whose user signs in by a plugin that Node.js runs. */
async function startPlugin(source: string) {
  await using stack = new AsyncDisposableStack();
  const cluster = stack.use(await startKubernetes());
  const noted = path.join(cluster.directory, "pids");
  const script = path.join(cluster.directory, "sign-in.mjs");
  const note = `import fs from "node:fs"; fs.appendFileSync(${JSON.stringify(noted)}, process.pid + "\\n");`;
  fs.writeFileSync(script, `${note}\n${source}`);
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: process.execPath,
    args: [script],
  };
  fs.writeFileSync(cluster.file, cluster.server.kubeconfig({ exec }));
  const running = stack.move();
  return {
    cluster,
    listPods: (limitMs?: number) =>
      running
        .use(new KubeApi(cluster.file, "test", limitMs))
        .list("/api/v1/pods", "list pods", readObject),
    /** Of the plugin, and of what it started. */
    pids: () =>
      fs.existsSync(noted) ? fs.readFileSync(noted, "utf8").trim().split("\n").map(Number) : [],
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

type Plugin = Awaited<ReturnType<typeof startPlugin>>;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** One that ended and that no one has asked after: in a container no one may ever do. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function expectNoOrphans(plugin: Plugin, count = 1): Promise<void> {
  expect(plugin.pids()).toHaveLength(count);
  await vi.waitFor(() => expect(plugin.pids().filter(isRunning)).toEqual([]), patience);
}

const FOREVER = "setInterval(() => {}, 1000);";
const STUBBORN = `for (const each of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(each, () => {}); ${FOREVER}`;
/** Starts itself again, with the pipes it has, and ends only with it. */
const PARENT = `
import { spawn } from "node:child_process";
if (!process.argv.includes("child"))
  spawn(process.execPath, [process.argv[1], "child"], { stdio: "inherit" });
${STUBBORN}`;

const said = (why: string) =>
  `The plugin '${process.execPath}', by which 'somebody' signs in to the context 'test', failed: ${why}. Run it in a terminal to sign in again.`;

it.each([
  ["never ends", FOREVER],
  ["ends only when it is killed", STUBBORN],
])("[K8S-2] a plugin that %s is ended at the limit, and that is said", async (_, source) => {
  await using plugin = await startPlugin(source);
  await expect(plugin.listPods(SHORT_MS)).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: said("it was not done within 0.5 s, and was ended"),
  });
  await vi.waitFor(() => expect(plugin.pids().filter(isRunning)).toEqual([]), patience);
});

it("[K8S-2] a plugin that runs when the console ends is ended, with what it started", async () => {
  await using plugin = await startPlugin(PARENT);
  const asked = plugin.cluster.watch();
  await vi.waitFor(() => expect(plugin.pids()).toHaveLength(2), patience);
  expect(plugin.pids().filter(isRunning)).toHaveLength(2);
  expect(asked.view.state).toBe("connecting");
  plugin.cluster.domain[Symbol.dispose]();
  await expectNoOrphans(plugin, 2);
});

it.each(["stdout", "stderr"])(
  "[K8S-2] a plugin that floods %s is ended, and its output is left out",
  async (stream) => {
    await using plugin = await startPlugin(`
const words = "s3cret".repeat(10_000);
const more = () => process.${stream}.write(words, () => setImmediate(more));
more();`);
    await expect(plugin.listPods()).rejects.toThrow(
      said("it printed more than 1 MiB, and was ended"),
    );
    await expectNoOrphans(plugin);
  },
);

it.each([
  ["nothing", "", "what it printed is no ExecCredential"],
  ["what is no JSON", "console.log('s3cret')", "what it printed is no ExecCredential"],
  ["JSON without a credential", "console.log('{}')", "what it printed is no ExecCredential"],
  [
    "half a credential",
    `process.stdout.write('{"kind":"ExecCredential","status":{"token":"s3cret"')`,
    "what it printed is no ExecCredential",
  ],
  ["why it fails", "console.error('no session'); process.exitCode = 3", "no session"],
  ["nothing, and fails", "process.exitCode = 1", "it said nothing"],
])("[K8S-2] a plugin that prints %s is reported", async (_, source, why) => {
  await using plugin = await startPlugin(source);
  await expect(plugin.listPods()).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: said(why),
  });
  await expectNoOrphans(plugin);
});
