import fs from "node:fs";
import { expect, it, vi } from "vitest";
import { readObject } from "../read-objects.ts";
import { certificates } from "../../servers/testing/certificates.ts";
import { startKubernetes } from "../testing/kubernetes-fixture.ts";
import { CLIENT, idTokenFor, OidcIssuerDouble } from "../testing/oidc-issuer-double.ts";
import { KubeApi } from "./api.ts";
import { listContexts } from "./credentials.ts";

const patience = { timeout: 20_000, interval: 20 };
const listPods = (api: KubeApi) => api.list("/api/v1/pods", "list pods", readObject);
const DISCOVERY = "/.well-known/openid-configuration";

/** A cluster whose kubeconfig has an ID token that ended an hour ago, and the issuer that renews it. */
async function startSignIn() {
  await using stack = new AsyncDisposableStack();
  const issuer = stack.use(await OidcIssuerDouble.start());
  const cluster = stack.use(await startKubernetes());
  issuer.issued = (idToken) => {
    cluster.server.token = idToken;
  };
  const written: Record<string, string> = {
    "id-token": idTokenFor(-3600),
    "refresh-token": issuer.refreshToken,
    "idp-issuer-url": issuer.url,
    "client-id": CLIENT.id,
    "client-secret": CLIENT.secret,
    "idp-certificate-authority-data": Buffer.from(certificates.ca).toString("base64"),
  };
  const write = (change: Record<string, string> = {}) => {
    const config = { ...written, ...change };
    const user = { "auth-provider": { name: "oidc", config } };
    fs.writeFileSync(cluster.file, cluster.server.kubeconfig(user));
    return config;
  };
  write();
  const running = stack.move();
  return {
    issuer,
    cluster,
    write,
    api: (limitMs?: number) => running.use(new KubeApi(cluster.file, "test", limitMs)),
    refreshes: () => issuer.calls.filter((call) => call === "POST /token").length,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it("[K8S-2] a token of OpenID Connect is used while it is valid, and the issuer is not asked", async () => {
  await using signIn = await startSignIn();
  const token = idTokenFor(3600);
  signIn.cluster.server.token = token;
  signIn.write({ "id-token": token });
  const api = signIn.api();
  await expect(listPods(api)).resolves.toMatchObject({ items: [] });
  await expect(listPods(api)).resolves.toMatchObject({ items: [] });
  expect(signIn.issuer.calls).toEqual([]);
  expect((await listContexts(signIn.cluster.file))[0]?.signIn).toBe("OpenID Connect");
});

it("[K8S-2] an expired token is renewed once for all who ask, and used until it ends", async () => {
  await using signIn = await startSignIn();
  const api = signIn.api();
  await Promise.all(Array.from({ length: 7 }, () => listPods(api)));
  await listPods(api);
  expect(signIn.issuer.calls).toEqual([`GET ${DISCOVERY}`, "POST /token"]);
});

it("[K8S-2] a renewed token is renewed by its own refresh token, and the kubeconfig is never written", async () => {
  await using signIn = await startSignIn();
  const before = fs.readFileSync(signIn.cluster.file, "utf8");
  const api = signIn.api();
  // What is issued is about to end, so that each call renews it; none of the refresh tokens counts twice.
  signIn.issuer.lives = 5;
  await listPods(api);
  await listPods(api);
  expect(signIn.refreshes()).toBeGreaterThan(1);
  // Read again, the kubeconfig says what it said, and its refresh token no longer counts.
  api.forget();
  signIn.issuer.lives = 3600;
  await listPods(api);
  const renewed = signIn.refreshes();
  api.forget();
  await listPods(api);
  expect(signIn.refreshes()).toBe(renewed);
  expect(fs.readFileSync(signIn.cluster.file, "utf8")).toBe(before);
});

it("[K8S-2] an issuer that gives no other refresh token is asked with the one there is", async () => {
  await using signIn = await startSignIn();
  signIn.issuer.rotates = false;
  signIn.issuer.lives = 5;
  const api = signIn.api();
  await listPods(api);
  await listPods(api);
  expect(signIn.refreshes()).toBeGreaterThan(1);
});

it("[K8S-2] the client's secret is sent in the way that the issuer asks for", async () => {
  for (const methods of [["client_secret_basic"], ["client_secret_post"], ["none"]]) {
    await using signIn = await startSignIn();
    signIn.issuer.methods = methods;
    if (methods[0] === "none") signIn.write({ "client-secret": "" });
    await expect(listPods(signIn.api())).resolves.toMatchObject({ items: [] });
  }
});

it("[K8S-2] a client that is registered for one of the ways that the issuer names is known by it", async () => {
  await using signIn = await startSignIn();
  signIn.issuer.methods = ["client_secret_basic", "client_secret_post"];
  signIn.issuer.registered = ["client_secret_post"];
  await expect(listPods(signIn.api())).resolves.toMatchObject({ items: [] });
  expect(signIn.refreshes()).toBe(2);
});

it("[K8S-2] someone who signed in again is taken from the kubeconfig", async () => {
  await using signIn = await startSignIn();
  signIn.issuer.refreshToken = "revoked";
  const api = signIn.api();
  await expect(listPods(api)).rejects.toThrow("does not renew it (invalid_grant");
  const token = idTokenFor(3600);
  signIn.cluster.server.token = token;
  signIn.write({ "id-token": token });
  await expect(listPods(api)).resolves.toMatchObject({ items: [] });
});

it("[K8S-2] a refresh that is rejected is reported with context, user and remedy, without what was sent", async () => {
  await using signIn = await startSignIn();
  signIn.issuer.refreshToken = "revoked";
  await expect(listPods(signIn.api())).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: `'somebody' cannot sign in to the context 'test' by OpenID Connect: its token has expired, and its issuer ${signIn.issuer.url} does not renew it (invalid_grant: The refresh token ••• is not known). Sign in again with the tool that wrote the kubeconfig, e.g. kubectl oidc-login, and try again.`,
  });
  // Without a usable token nothing is asked of the cluster.
  expect(signIn.cluster.server.calls).toEqual([]);
});

it("[K8S-2] what was rejected is asked again when a user says so, and not by itself", async () => {
  await using signIn = await startSignIn();
  const { refreshToken } = signIn.issuer;
  signIn.issuer.refreshToken = "revoked";
  const api = signIn.api();
  await expect(listPods(api)).rejects.toThrow("invalid_grant");
  await expect(listPods(api)).rejects.toThrow("invalid_grant");
  expect(signIn.refreshes()).toBe(1);
  signIn.issuer.refreshToken = refreshToken;
  api.forget();
  await expect(listPods(api)).resolves.toMatchObject({ items: [] });
});

it("[K8S-2] an issuer that is out of order for a while has rejected nothing, and is asked again", async () => {
  await using signIn = await startSignIn();
  const api = signIn.api();
  for (const status of [429, 503]) {
    signIn.issuer.instead.set("/token", { status, body: '{"error":"temporarily_unavailable"}' });
    await expect(listPods(api)).rejects.toThrow(`HTTP ${status} (temporarily_unavailable)`);
  }
  signIn.issuer.instead.clear();
  await expect(listPods(api)).resolves.toMatchObject({ items: [] });
});

it("[K8S-2] of a long token that the issuer repeats no part is reported", async () => {
  await using signIn = await startSignIn();
  const token = "eyJ-the-refresh-token".repeat(40);
  signIn.write({ "refresh-token": token });
  const refused = listPods(signIn.api());
  await expect(refused).rejects.toThrow("The refresh token ••• is not known");
  await expect(refused).rejects.not.toThrow("eyJ");
});

/** What is wrong, with the kubeconfig or the issuer, and what is said of it. */
const faults: readonly [
  what: string,
  wrong: (signIn: Awaited<ReturnType<typeof startSignIn>>) => unknown,
  said: RegExp,
][] = [
  [
    "an unknown client",
    ({ write }) => write({ "client-secret": "wrong" }),
    /\(invalid_client\)\. Check client-id and client-secret/,
  ],
  [
    "no refresh token",
    ({ write }) => write({ "refresh-token": "" }),
    /the kubeconfig has no refresh-token to renew it with\. Sign in again/,
  ],
  ["no client", ({ write }) => write({ "client-id": "" }), /has no client-id/],
  [
    "no TLS",
    ({ write }) => write({ "idp-issuer-url": "http://127.0.0.1:1" }),
    /idp-issuer-url 'http:\/\/127\.0\.0\.1:1' is no https address/,
  ],
  [
    "no answer",
    ({ write }) => write({ "idp-issuer-url": "https://127.0.0.1:1" }),
    /cannot be reached: nothing listens there\. Try again/,
  ],
  [
    "another authority",
    ({ write }) =>
      write({
        "idp-certificate-authority-data": Buffer.from(certificates.otherCa).toString("base64"),
      }),
    /its certificate is not signed by the kubeconfig's authority/,
  ],
  [
    "an authority's file that is missing",
    ({ write }) =>
      write({
        "idp-certificate-authority-data": "",
        "idp-certificate-authority": "/nowhere/ca.pem",
      }),
    /file of 'somebody' is missing: .*\/nowhere\/ca\.pem/,
  ],
  [
    "no discovery document",
    ({ issuer }) => issuer.instead.set(DISCOVERY, { status: 404, body: "<html>" }),
    /cannot be used: HTTP 404 for its discovery document\. Check idp-issuer-url/,
  ],
  [
    "garbage in its place",
    ({ issuer }) => issuer.instead.set(DISCOVERY, { status: 200, body: "<html>" }),
    /no discovery document with a token_endpoint over https/,
  ],
  [
    "a flood",
    ({ issuer }) => issuer.instead.set(DISCOVERY, { status: 200, body: "x".repeat(4_000_000) }),
    /cannot be reached: its response is longer than expected/,
  ],
  [
    "garbage in place of tokens",
    ({ issuer }) => issuer.instead.set("/token", { status: 200, body: "secret-looking" }),
    /answers a refresh with what is no JSON/,
  ],
  [
    "an issuer out of order",
    ({ issuer }) => issuer.instead.set("/token", { status: 502, body: "Bad Gateway" }),
    /answers a refresh with HTTP 502/,
  ],
  [
    "an issuer that is busy",
    ({ issuer }) =>
      issuer.instead.set("/token", { status: 503, body: '{"error":"temporarily_unavailable"}' }),
    /answers a refresh with HTTP 503 \(temporarily_unavailable\)\. Try again later/,
  ],
  [
    "no ID token",
    ({ issuer }) => issuer.instead.set("/token", { status: 200, body: '{"access_token":"a"}' }),
    /renews no id_token\. Sign in again with the scope openid/,
  ],
];

it.each(faults)("[K8S-2] says what hinders a refresh: %s", async (_, wrong, said) => {
  await using signIn = await startSignIn();
  await wrong(signIn);
  const failure = await listPods(signIn.api()).then(
    () => null,
    (error: Error) => error,
  );
  expect(failure).toMatchObject({ code: "UNAUTHENTICATED", message: expect.stringMatching(said) });
  expect(failure?.message).toContain("somebody");
  for (const secret of [CLIENT.secret, "refresh-0", "secret-looking", idTokenFor(0).slice(0, 20)])
    expect(failure?.message).not.toContain(secret);
});

it("[K8S-2] an issuer that never answers is abandoned at the limit, at either step, and let go", async () => {
  for (const step of [DISCOVERY, "/token"]) {
    await using signIn = await startSignIn();
    signIn.issuer.instead.set(step, "silence");
    const api = signIn.api(300);
    const [first, second] = [listPods(api), listPods(api)];
    const said =
      /context 'test' .* did not answer within 0\.3 s\. A VPN or a firewall may block it/;
    await expect(first).rejects.toThrow(said);
    await expect(second).rejects.toThrow(said);
    await vi.waitFor(() => expect(signIn.issuer.held).toBe(0), patience);
    signIn.issuer.instead.clear();
    await expect(listPods(signIn.api())).resolves.toMatchObject({ items: [] });
  }
});

it("[K8S-2] a refresh on its way ends with the console", async () => {
  await using signIn = await startSignIn();
  signIn.issuer.instead.set(DISCOVERY, "silence");
  const api = signIn.api();
  const asked = listPods(api);
  const refused = expect(asked).rejects.toMatchObject({ code: "CANCELLED" });
  await vi.waitFor(() => expect(signIn.issuer.held).toBe(1), patience);
  api[Symbol.dispose]();
  await refused;
  await vi.waitFor(() => expect(signIn.issuer.held).toBe(0), patience);
});

it("[K8S-2] a provider that Kubernetes no longer has is not started, and its successor is named", async () => {
  await using signIn = await startSignIn();
  const { cluster } = signIn;
  const config = { "cmd-path": "sleep", "cmd-args": "1000", expiry: "2020-01-01T00:00:00Z" };
  const user = { "auth-provider": { name: "gcp", config } };
  fs.writeFileSync(cluster.file, cluster.server.kubeconfig(user));
  await expect(listPods(signIn.api())).rejects.toThrow(
    "Recreate the kubeconfig with the plugin gke-gcloud-auth-plugin.",
  );
});
