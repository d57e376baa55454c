import fs from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { readObject } from "../read-objects.ts";
import { startProxy } from "../../servers/testing/http-doubles.ts";
import { PodForward } from "../forward/pod-forward.ts";
import { certificates } from "../../servers/testing/certificates.ts";
import { putTritonDeployment } from "../testing/cluster-objects.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import { CLIENT, idTokenFor, OidcIssuerDouble } from "../testing/oidc-issuer-double.ts";
import { startEngine } from "../testing/test-engine.ts";
import { KubeApi } from "./api.ts";
import { findProxy } from "./proxy.ts";

afterEach(() => vi.unstubAllEnvs());

it.each([
  ["https://api.example", "http://proxy:3128"],
  ["http://api.example", "http://plain:3128"],
  ["https://localhost:6443", null],
  ["https://127.9.0.1:6443", null],
  ["https://[::1]:6443", null],
  ["https://10.1.2.3:6443", null],
  ["https://10.2.2.3:6443", "http://proxy:3128"],
  ["https://192.168.7.1", null],
  ["https://inside.example", null],
  ["https://api.inside.example", null],
  ["https://notinside.example", "http://proxy:3128"],
  ["https://below.example", "http://proxy:3128"],
  ["https://api.below.example", null],
  ["https://ported.example:8443", null],
  ["https://ported.example", "http://proxy:3128"],
  ["https://[fd00::7]:6443", null],
])("[K8S-21] %s is asked for through %s", (url, proxy) => {
  const environment = {
    HTTPS_PROXY: "proxy:3128",
    http_proxy: "http://plain:3128",
    NO_PROXY: "10.1.0.0/16, 192.168.7.1,Inside.example,.below.example,ported.example:8443,fd00::/8",
  };
  expect(findProxy(url, environment)).toBe(proxy);
  expect(findProxy(url, { ...environment, NO_PROXY: "*" })).toBeNull();
  expect(findProxy(url, {})).toBeNull();
});

/** A cluster that is known by a name that only the proxy leads to. */
async function startBehindProxy() {
  await using stack = new AsyncDisposableStack();
  const cluster = stack.use(await startKubernetes());
  const proxy = stack.use(await startProxy(undefined, () => "127.0.0.1"));
  const host = `cluster.example:${cluster.server.port}`;
  /** `more`: of the cluster in the kubeconfig. */
  const write = (more: string[] = [], user?: object) => {
    const lines = [`server: https://${host}`, "tls-server-name: localhost", ...more];
    const config = cluster.server.kubeconfig(user);
    fs.writeFileSync(cluster.file, config.replace(/server: .*/, lines.join("\n      ")));
  };
  const running = stack.move();
  return { cluster, proxy, host, write, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

it.each(["the environment", "the kubeconfig"])(
  "[K8S-21] lists, watches and port-forwards go through the proxy that %s names",
  async (where) => {
    await using behind = await startBehindProxy();
    const { cluster, proxy, host } = behind;
    const isNamed = where === "the kubeconfig";
    vi.stubEnv("HTTPS_PROXY", isNamed ? "http://127.0.0.1:1" : `http://${proxy.address}`);
    vi.stubEnv("NO_PROXY", "");
    behind.write(isNamed ? [`proxy-url: http://${proxy.address}`] : []);
    await using engine = await startEngine();
    putTritonDeployment(cluster.server, ["triton-7d9c-a"]);
    cluster.server.podPorts.set("models/triton-7d9c-a:8000", engine.http);
    const watch = cluster.watch();
    await watch.live();
    const api = new KubeApi(cluster.file, "test");
    const port = { namespace: "models", pod: "triton-7d9c-a", port: 8000 };
    using forward = await PodForward.open(api, port, () => {});
    const answer = await fetch(`http://${forward.address}/v2/health/ready`);
    expect(answer.status).toBe(200);
    await watch.until(() => expect(cluster.server.watches).toBeGreaterThan(5));
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}`]));
  },
);

it("[K8S-21] an issuer is asked through the environment's proxy, at each of its addresses", async () => {
  await using behind = await startBehindProxy();
  const { cluster, proxy, host } = behind;
  await using issuer = await OidcIssuerDouble.start("elsewhere");
  const issuerHost = `server.example:${new URL(issuer.url).port}`;
  issuer.issued = (idToken) => {
    cluster.server.token = idToken;
  };
  issuer.instead.set("/.well-known/openid-configuration", {
    status: 200,
    body: JSON.stringify({ token_endpoint: `https://${issuerHost}/token` }),
  });
  const config = {
    "id-token": idTokenFor(-3600),
    "refresh-token": issuer.refreshToken,
    "idp-issuer-url": `https://${issuerHost}`,
    "client-id": CLIENT.id,
    "client-secret": CLIENT.secret,
    "idp-certificate-authority-data": Buffer.from(certificates.ca).toString("base64"),
  };
  behind.write([], { "auth-provider": { name: "oidc", config } });
  vi.stubEnv("HTTPS_PROXY", `http://${proxy.address}`);
  vi.stubEnv("NO_PROXY", "");
  const listing = new KubeApi(cluster.file, "test").list("/api/v1/pods", "list pods", readObject);
  await expect(listing).resolves.toMatchObject({ items: [] });
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${issuerHost}`, `CONNECT ${host}`]));
  expect(issuer.calls).toContain("POST /token");
});

it("[K8S-21] a proxy that is not there is named, without its password", async () => {
  await using behind = await startBehindProxy();
  vi.stubEnv("HTTPS_PROXY", "http://me:s3cret@127.0.0.1:1");
  vi.stubEnv("NO_PROXY", "");
  behind.write();
  const listing = new KubeApi(behind.cluster.file, "test").list(
    "/api/v1/pods",
    "list pods",
    readObject,
  );
  await expect(listing).rejects.toThrow(
    `The API server https://${behind.host}, behind the proxy http://127.0.0.1:1, cannot be reached: nothing listens there.`,
  );
});
