import fs from "node:fs";
import path from "node:path";
import type { Cluster, Context, KubeConfig, User } from "@kubernetes/client-node";
import { StatusError } from "../../../base/status-error.ts";
import type { KubernetesContext } from "../../contract/index.ts";
import { clientLibrary } from "../client-library.ts";
import { IN_CLUSTER, isInCluster, kubeconfigFiles } from "./kubeconfig-files.ts";
import { findProxy } from "./proxy.ts";
import { withoutCredentials } from "../../wire/transport/index.ts";
import os from "node:os";

/** A sign-in plugin as a kubeconfig describes it (client.authentication.k8s.io/v1). */
export interface ExecPlugin {
  command?: string;
  args?: string[];
  env?: { name: string; value: string }[];
  installHint?: string;
  interactiveMode?: string;
  provideClusterInfo?: boolean;
  apiVersion?: string;
}

/** The contexts of a kubeconfig, without its secrets. */
export async function listContexts(written: string): Promise<KubernetesContext[]> {
  const config = await loadConfig(written);
  return config.getContexts().map((context) => {
    const cluster = config.getCluster(context.cluster);
    const user = config.getUser(context.user);
    return {
      name: context.name,
      cluster: context.cluster,
      server: cluster ? withoutCredentials(cluster.server) : "",
      signIn: describeSignIn(user),
      namespace: context.namespace ?? "default",
      isCurrent: context.name === config.getCurrentContext(),
    };
  });
}

/** A configuration with its current context set. NOT_FOUND names the existing contexts. */
export async function loadContext(written: string, name: string): Promise<KubeConfig> {
  const config = await loadConfig(written);
  const context = config.getContextObject(name);
  if (!context) {
    const names = config.getContexts().map((each) => `'${each.name}'`);
    throw new StatusError(
      "NOT_FOUND",
      `The kubeconfig has no context '${name}'; it has ${names.join(", ") || "none"}.`,
      { details: { field: "context" } },
    );
  }
  const cluster = config.getCluster(context.cluster);
  if (!cluster) throw incomplete(context, `the cluster '${context.cluster}'`);
  if (!config.getUser(context.user)) throw incomplete(context, `the user '${context.user}'`);
  config.setCurrentContext(name);
  preparePlugin(findPlugin(config.getUser(context.user)), cluster);
  // The kubeconfig's settings take precedence over the environment's, as in kubectl.
  const proxy = URL.canParse(cluster.server) ? findProxy(cluster.server) : null;
  if (!cluster.proxyUrl && proxy !== null) Object.assign(cluster, { proxyUrl: proxy });
  return config;
}

export function findPlugin(user: User | null): ExecPlugin | null {
  return (user?.exec ?? user?.authProvider?.config?.exec ?? null) as ExecPlugin | null;
}

async function loadConfig(written: string): Promise<KubeConfig> {
  const { KubeConfig } = await clientLibrary();
  const config = new KubeConfig();
  if (written === IN_CLUSTER) {
    if (!isInCluster())
      throw new StatusError("FAILED_PRECONDITION", "This console does not run inside a cluster.");
    config.loadFromCluster();
    return config;
  }
  for (const file of kubeconfigFiles(written)) {
    const own = new KubeConfig();
    try {
      own.loadFromFile(file, { onInvalidEntry: "filter" });
    } catch (error) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `'${file}' is no kubeconfig: ${firstLine((error as Error).message)}`,
        { details: { field: "path" } },
      );
    }
    for (const user of own.getUsers()) besideItsFile(findPlugin(user), path.dirname(file));
    join(config, own);
  }
  if (config.getContexts().length === 0)
    throw new StatusError("INVALID_ARGUMENT", "The kubeconfig has no contexts.", {
      details: { field: "path" },
    });
  return config;
}

/** Where several files define something, the first counts, as in kubectl. */
function join(all: KubeConfig, more: KubeConfig): void {
  const isNew = (known: readonly { name: string }[]) => {
    const names = new Set(known.map(({ name }) => name));
    return ({ name }: { name: string }) => !names.has(name);
  };
  for (const each of more.getClusters().filter(isNew(all.getClusters()))) all.addCluster(each);
  for (const each of more.getUsers().filter(isNew(all.getUsers()))) all.addUser(each);
  for (const each of more.getContexts().filter(isNew(all.getContexts()))) all.addContext(each);
  if (!all.getCurrentContext()) all.setCurrentContext(more.getCurrentContext());
}

/** A path is relative to the kubeconfig that has it. */
function besideItsFile(plugin: ExecPlugin | null, folder: string): void {
  if (plugin?.command && /[\\/]/.test(plugin.command))
    plugin.command = path.resolve(folder, plugin.command);
}

/** Checks that kubectl makes before it starts a plugin, and the client library doesn't. */
function preparePlugin(plugin: ExecPlugin | null, cluster: Cluster): void {
  if (!plugin?.command) return;
  if (plugin.interactiveMode === "Always")
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The plugin '${plugin.command}' signs in only at a terminal (interactiveMode: Always), and this console has none.`,
    );
  const info = {
    apiVersion: plugin.apiVersion ?? "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    spec: {
      interactive: false,
      ...(plugin.provideClusterInfo === true && { cluster: clusterInfo(cluster) }),
    },
  };
  const own = plugin.env ?? [];
  const ownPath = own.find(({ name }) => name === "PATH")?.value;
  plugin.env = [
    ...own.filter(({ name }) => name !== "PATH"),
    { name: "PATH", value: pluginPath(ownPath) },
    { name: "KUBERNETES_EXEC_INFO", value: JSON.stringify(info) },
  ];
}

function clusterInfo({ server, caData, caFile, tlsServerName, skipTLSVerify }: Cluster) {
  const ca = caFile ? fs.readFileSync(caFile).toString("base64") : caData;
  return {
    server,
    ...(ca && { "certificate-authority-data": ca }),
    ...(tlsServerName && { "tls-server-name": tlsServerName }),
    ...(skipTLSVerify && { "insecure-skip-tls-verify": true }),
  };
}

function describeSignIn(user: User | null): string {
  const plugin = findPlugin(user);
  if (plugin) return `plugin ${path.basename(plugin.command ?? "without a command")}`;
  const provider = (user?.authProvider as { name?: string } | undefined)?.name;
  if (provider === "tokenFile") return "service account";
  if (provider) return provider === "oidc" ? "OpenID Connect" : provider;
  if (user?.certData || user?.certFile) return "client certificate";
  if (user?.token) return "token";
  return user?.username ? "user and password" : "anonymous";
}

function incomplete({ name }: Context, what: string): StatusError {
  return new StatusError(
    "FAILED_PRECONDITION",
    `The context '${name}' names ${what}, which the kubeconfig does not have.`,
  );
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}

/** Where sign-in plugins are usually installed: programs with a window do not inherit the shell's PATH. */
function usualFolders(home: string): string[] {
  if (process.platform === "win32") {
    return [
      "C:\\Program Files\\Amazon\\AWSCLIV2",
      "C:\\Program Files\\Google\\Cloud SDK\\google-cloud-sdk\\bin",
      "C:\\Program Files\\Microsoft SDKs\\Azure\\CLI2\\wbin",
      path.join(home, ".azure-kubelogin"),
      path.join(home, ".krew", "bin"),
    ];
  }
  return [
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/opt/local/bin",
    "/usr/bin",
    "/bin",
    "/snap/bin",
    "/usr/lib/google-cloud-sdk/bin",
    "/usr/local/google-cloud-sdk/bin",
    ...["google-cloud-sdk/bin", ".local/bin", "bin", ".krew/bin", ".asdf/shims", "go/bin"].map(
      (each) => path.join(home, each),
    ),
  ];
}

/** PATH for a sign-in plugin: the process's own, then the usual folders. */
function pluginPath(own = process.env["PATH"] ?? "", home = os.homedir()): string {
  const folders = own.split(path.delimiter).filter((each) => each !== "");
  return [...new Set([...folders, ...usualFolders(home)])].join(path.delimiter);
}
