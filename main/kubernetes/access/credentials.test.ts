import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { readObject } from "../read-objects.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import { KubeApi } from "./api.ts";
import { listContexts } from "./credentials.ts";
import { kubeconfigPlaces } from "./kubeconfig-files.ts";

afterEach(() => vi.unstubAllEnvs());

const listPods = (api: KubeApi) => api.list("/api/v1/pods", "list pods", readObject);

it("[K8S-1] lists a kubeconfig's contexts without its secrets", async () => {
  await using cluster = await startKubernetes();
  const contexts = await listContexts(cluster.file);
  expect(contexts).toEqual([
    {
      name: "test",
      cluster: "test-cluster",
      server: cluster.server.url,
      signIn: "token",
      namespace: "models",
      isCurrent: true,
    },
  ]);
});

it("[K8S-1] joins the files of KUBECONFIG, the first one's words counting", async () => {
  await using cluster = await startKubernetes();
  const second = path.join(cluster.directory, "second");
  const other = cluster.server
    .kubeconfig({ token: "other" })
    .replaceAll("name: test\n", "name: second\n")
    .replace("current-context: test", "current-context: second");
  fs.writeFileSync(second, other);
  vi.stubEnv("KUBECONFIG", [cluster.file, second, "/nowhere"].join(path.delimiter));
  const contexts = await listContexts("");
  expect(contexts.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
    ["test", true],
    ["second", false],
  ]);
  // The user `somebody` is the first file's, in the second one's context, too.
  await expect(listPods(new KubeApi("", "second"))).resolves.toMatchObject({ items: [] });
  expect(kubeconfigPlaces()[0]).toMatchObject({ path: "", found: true });
});

it("[K8S-1] says what is wrong with a kubeconfig", async () => {
  await using cluster = await startKubernetes();
  const wrong = path.join(cluster.directory, "wrong");
  fs.writeFileSync(wrong, "clusters: [");
  await expect(listContexts(wrong)).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining("is no kubeconfig"),
    details: { field: "path" },
  });
  fs.writeFileSync(wrong, "hello");
  await expect(listContexts(wrong)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  await expect(listContexts("/nowhere/kubeconfig")).rejects.toMatchObject({ code: "NOT_FOUND" });
  vi.stubEnv("KUBECONFIG", "/nowhere/kubeconfig");
  await expect(listContexts("")).rejects.toThrow("There is no kubeconfig: /nowhere/kubeconfig");
  await expect(listContexts("in-cluster")).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
  await expect(new KubeApi(cluster.file, "other").signed()).rejects.toThrow(
    "has no context 'other'; it has 'test'",
  );
});

function plugin(directory: string, script: string): string {
  const file = path.join(directory, "sign-in");
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

const exec = (command: string) => ({
  exec: { apiVersion: "client.authentication.k8s.io/v1", command, args: ["token"] },
});

it("[K8S-2] signs in by an exec plugin, which is looked for next to the kubeconfig and gets the cluster", async () => {
  await using cluster = await startKubernetes();
  const credential = JSON.stringify({
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: cluster.server.token },
  });
  const info = path.join(cluster.directory, "info");
  plugin(cluster.directory, `echo "$KUBERNETES_EXEC_INFO $PATH" > ${info}; echo '${credential}'`);
  fs.writeFileSync(cluster.file, cluster.server.kubeconfig(exec("./sign-in")));
  vi.stubEnv("PATH", "/usr/bin:/bin");
  await expect(listPods(new KubeApi(cluster.file, "test"))).resolves.toMatchObject({ items: [] });
  const reported = fs.readFileSync(info, "utf8");
  expect(reported).toContain('"kind":"ExecCredential"');
  expect(reported).toContain("/usr/local/bin");
  expect((await listContexts(cluster.file))[0]?.signIn).toBe("plugin sign-in");
});

it("[K8S-2] a plugin is looked for next to the one of several kubeconfigs that has it", async () => {
  await using cluster = await startKubernetes();
  const folder = path.join(cluster.directory, "more");
  fs.mkdirSync(folder);
  const credential = JSON.stringify({
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: cluster.server.token },
  });
  plugin(folder, `echo '${credential}'`);
  const second = path.join(folder, "kubeconfig");
  const renamed = cluster.server
    .kubeconfig(exec("./sign-in"))
    .replaceAll("name: test\n", "name: second\n");
  fs.writeFileSync(second, renamed.replaceAll("somebody", "somebody-else"));
  vi.stubEnv("KUBECONFIG", [cluster.file, second].join(path.delimiter));
  await expect(listPods(new KubeApi("", "second"))).resolves.toMatchObject({ items: [] });
});

it("[K8S-2] a plugin that is missing or fails is named", async () => {
  await using cluster = await startKubernetes();
  const write = (user: object) => fs.writeFileSync(cluster.file, cluster.server.kubeconfig(user));
  const { exec: missing } = exec("no-such-plugin");
  write({ exec: { ...missing, installHint: "Install it from example.org." } });
  await expect(listPods(new KubeApi(cluster.file, "test"))).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message:
      "The plugin 'no-such-plugin', by which 'somebody' signs in to the context 'test', was not found in PATH or in the usual folders; install it, or write its full path into the kubeconfig. Install it from example.org.",
  });
  write(exec(plugin(cluster.directory, "echo 'session expired' >&2; exit 1")));
  await expect(listPods(new KubeApi(cluster.file, "test"))).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringMatching(/failed: session expired\. Run it in a terminal/),
  });
  write(exec(plugin(cluster.directory, "echo nonsense")));
  await expect(listPods(new KubeApi(cluster.file, "test"))).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});

it("[K8S-2] a plugin runs once for all who ask at the same time, and what it prints is not reported", async () => {
  await using cluster = await startKubernetes();
  const runs = path.join(cluster.directory, "runs");
  const credential = JSON.stringify({
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: cluster.server.token },
  });
  const command = plugin(cluster.directory, `echo run >> ${runs}; echo '${credential}'`);
  fs.writeFileSync(cluster.file, cluster.server.kubeconfig(exec(command)));
  const api = new KubeApi(cluster.file, "test");
  await Promise.all(Array.from({ length: 7 }, () => listPods(api)));
  await listPods(api);
  expect(fs.readFileSync(runs, "utf8")).toBe("run\n");

  plugin(cluster.directory, "echo s3cret");
  const failing = listPods(new KubeApi(cluster.file, "test"));
  await expect(failing).rejects.toThrow("what it printed is no ExecCredential");
  await expect(failing).rejects.not.toThrow("s3cret");
  const { exec: atTerminal } = exec(command);
  const interactive = { exec: { ...atTerminal, interactiveMode: "Always" } };
  fs.writeFileSync(cluster.file, cluster.server.kubeconfig(interactive));
  await expect(listPods(new KubeApi(cluster.file, "test"))).rejects.toThrow("only at a terminal");
});

it("[K8S-2] a cluster that listens elsewhere now is found, by what the kubeconfig says now", async () => {
  await using cluster = await startKubernetes();
  const now = cluster.server.kubeconfig();
  fs.writeFileSync(cluster.file, now.replace(/https:.*/, "https://me:s3cret@127.0.0.1:1"));
  const api = new KubeApi(cluster.file, "test");
  const before = listPods(api);
  await expect(before).rejects.toThrow("https://127.0.0.1:1 cannot be reached");
  fs.writeFileSync(cluster.file, now);
  await expect(listPods(api)).rejects.toThrow("cannot be reached");
  await expect(listPods(api)).resolves.toMatchObject({ items: [] });
});

it("[K8S-3] says in words why the API server does not answer", async () => {
  await using cluster = await startKubernetes();
  const original = cluster.server.kubeconfig();
  const at = (text: string) => {
    fs.writeFileSync(cluster.file, text);
    return listPods(new KubeApi(cluster.file, "test"));
  };
  await expect(at(original.replace(/:\d+\n/, ":1\n"))).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: "The API server https://127.0.0.1:1 cannot be reached: nothing listens there.",
  });
  await expect(at(original.replace(/ +certificate-authority-data: .*\n/, ""))).rejects.toThrow(
    "its certificate is not signed by the kubeconfig's authority",
  );
  await expect(at(original.replace("user: somebody", "user: missing"))).rejects.toThrow(
    "names the user 'missing', which the kubeconfig does not have",
  );
  await expect(at(original.replace("https://", "http://"))).rejects.toThrow(/HTTP/);
});

it("[K8S-4] lists collections in pages", async () => {
  await using cluster = await startKubernetes();
  for (let i = 0; i < 1200; i++)
    cluster.server.store.put("/api/v1/namespaces", { metadata: { name: `n-${i}` } });
  const { items } = await new KubeApi(cluster.file, "test").list(
    "/api/v1/namespaces",
    "list",
    readObject,
  );
  expect(items).toHaveLength(1200);
});
