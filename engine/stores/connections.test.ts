// How stores are reached: TLS with a private authority, proxies, redirects to a region, credentials of roles. Doubles of the documented endpoints.
import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openAzureStore } from "./azure-store.ts";
import { openGcsStore } from "./gcs-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { openS3Store } from "./s3-store.ts";
import { parseStoreUrl } from "./store-url.ts";
import { privateAuthority } from "./testing/private-authority.ts";
import { S3Double } from "./testing/s3-double.ts";

let home: string;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "batchdeck-s3-"));
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, home);
  const others = /^(AWS_|https?_proxy$|no_proxy$|all_proxy$)/i;
  for (const name of Object.keys(process.env).filter((each) => others.test(each)))
    vi.stubEnv(name, undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
  await rm(home, { recursive: true, force: true });
});

const withKeys = () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
};

async function startStore(...tls: Parameters<typeof S3Double.start>): Promise<S3Double> {
  const store = await S3Double.start(...tls);
  closing.push(() => store[Symbol.asyncDispose]());
  store.put("models/scale/config.pbtxt", "max_batch_size: 2");
  return store;
}

async function keys(url: string): Promise<string[]> {
  const store = await openS3Store(parseStoreUrl(url), process.env);
  const { signal } = new AbortController();
  const found: string[] = [];
  for await (const { objects } of store.list({ prefix: "models/", folders: false, signal }))
    found.push(...objects.map(({ key }) => key));
  return found;
}

const FOUND = ["models/scale/config.pbtxt"];

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return (server.address() as AddressInfo).port;
}

const authority = privateAuthority();

describe.skipIf(!authority)("[OBJSTORE-21] TLS (needs openssl)", () => {
  const { folder = "", bundle = "", key = "", cert = "" } = authority ?? {};
  beforeEach(withKeys);

  it("takes the authorities of AWS_CA_BUNDLE", async () => {
    const store = await startStore({ key, cert });
    vi.stubEnv("AWS_CA_BUNDLE", bundle);
    expect(await keys(`${store.url}/models`)).toEqual(FOUND);
  });

  it("says that it doesn't know the authority, and how to name it", async () => {
    const store = await startStore({ key, cert });
    await expect(keys(`${store.url}/models`)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringMatching(
        /its certificate isn't trusted\. .* AWS_CA_BUNDLE or NODE_EXTRA_CA_CERTS\.$/,
      ),
    });
  });

  it.each([
    ["is missing", undefined, "NOT_FOUND", /^AWS_CA_BUNDLE can't be read: .* does not exist/],
    ["holds no certificates", "none", "INVALID_ARGUMENT", /has no certificates in PEM format/],
  ])("says that AWS_CA_BUNDLE %s", async (_, content, code, message) => {
    const file = join(home, "bundle.pem");
    if (content !== undefined) await writeFile(file, content);
    vi.stubEnv("AWS_CA_BUNDLE", file);
    await expect(keys("s3://https://127.0.0.1:1/bucket/models")).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it("takes those of NODE_EXTRA_CA_CERTS, which Node reads when it starts", async () => {
    const store = await startStore({ key, cert });
    const script = `import { openS3Store } from ${JSON.stringify(new URL("s3-store.ts", import.meta.url).href)};
import { parseStoreUrl } from ${JSON.stringify(new URL("store-url.ts", import.meta.url).href)};
const store = await openS3Store(parseStoreUrl(${JSON.stringify(`${store.url}/models`)}), process.env);
for await (const { objects } of store.list({ prefix: "models/", folders: false, signal: new AbortController().signal }))
  console.log(objects.map(({ key }) => key).join());`;
    const file = join(home, "list.mts");
    await writeFile(file, script);
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: bundle },
    });
    expect(stdout.trim()).toBe(FOUND[0]);
  });

  it("goes through the proxy of HTTPS_PROXY, unless NO_PROXY names the host", async () => {
    const store = await startStore({ key, cert });
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on("connect", (request: IncomingMessage, socket: net.Socket) => {
      asked.push(request.url ?? "");
      const behind = net.connect(store.port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        behind.pipe(socket).pipe(behind);
      });
      for (const each of [behind, socket]) each.on("error", () => {});
      closing.push(async () => void socket.destroy());
    });
    const port = await listen(proxy);
    vi.stubEnv("AWS_CA_BUNDLE", bundle);
    vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${port}`);
    expect(await keys(`${store.url}/models`)).toEqual(FOUND);
    expect(asked).toEqual([`127.0.0.1:${store.port}`]);
    vi.stubEnv("NO_PROXY", "127.0.0.1");
    expect(await keys(`${store.url}/models`)).toEqual(FOUND);
    expect(asked).toHaveLength(1);
  });

  afterAll(() => rm(folder, { recursive: true }));
});

describe("[OBJSTORE-22] proxies of the other SDKs", () => {
  const refusing = async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on("connect", ({ url = "" }: IncomingMessage, socket: net.Socket) => {
      asked.push(url);
      socket.on("error", () => {});
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
    vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${await listen(proxy)}`);
    return asked;
  };
  const list = async (store: ObjectStore) => {
    const { signal } = new AbortController();
    await store.list({ prefix: "", folders: true, signal })[Symbol.asyncIterator]().next();
  };

  it("is asked for by Azure's", { timeout: 60_000 }, async () => {
    const asked = await refusing();
    vi.stubEnv("AZURE_STORAGE_CONNECTION_STRING", undefined);
    const location = parseStoreUrl("as://account/container/models");
    await expect(list(await openAzureStore(location, process.env))).rejects.toThrow("account");
    expect(new Set(asked)).toEqual(new Set(["account.blob.core.windows.net:443"]));
  });

  it("is asked for by Google's", { timeout: 60_000 }, async () => {
    const asked = await refusing();
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const file = join(home, "account.json");
    const account = { type: "service_account", client_email: "a@b.c", private_key: privateKey };
    await writeFile(file, JSON.stringify(account));
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", file);
    vi.stubEnv("STORAGE_EMULATOR_HOST", undefined);
    const location = parseStoreUrl("gs://bucket/models");
    vi.stubEnv("METADATA_SERVER_DETECTION", "none");
    await expect(list(await openGcsStore(location, process.env))).rejects.toThrow("bucket");
    expect(asked).toContainEqual(expect.stringMatching(/\.googleapis\.com:443$/));
  });
});

describe("[OBJSTORE-12] S3's regions", () => {
  it("follows the redirect to the bucket's region", async () => {
    withKeys();
    const store = await startStore();
    store.region = "eu-central-1";
    expect(await keys(`${store.url}/models`)).toEqual(FOUND);
  });
});

describe("[OBJSTORE-23] S3's roles", () => {
  const credentials = (name: string) => ({
    Code: "Success",
    Type: "AWS-HMAC",
    AccessKeyId: name,
    SecretAccessKey: "secret",
    Token: "token",
    Expiration: new Date(Date.now() + 3_600_000).toISOString(),
  });

  it("takes the instance's, by IMDSv2", async () => {
    const store = await startStore();
    const asked: string[] = [];
    // EC2's user guide, "Use the Instance Metadata Service to access instance metadata".
    const metadata = createServer(({ method, url = "", headers }, response) => {
      asked.push(`${method} ${url}`);
      const isToken = method === "PUT" && url === "/latest/api/token";
      if (!isToken && headers["x-aws-ec2-metadata-token"] !== "session") {
        response.writeHead(401).end();
      } else if (isToken) response.end("session");
      else if (url.endsWith("/security-credentials/")) response.end("serving-role");
      else response.end(JSON.stringify(credentials("of-the-instance")));
    });
    const port = await listen(metadata);
    vi.stubEnv("AWS_EC2_METADATA_SERVICE_ENDPOINT", `http://127.0.0.1:${port}`);
    expect(await keys(`${store.url}/models`)).toEqual(FOUND);
    expect(new Set(store.keys)).toEqual(new Set(["of-the-instance"]));
    expect(asked).toEqual([
      "PUT /latest/api/token",
      "GET /latest/meta-data/iam/security-credentials/",
      "GET /latest/meta-data/iam/security-credentials/serving-role",
    ]);
  });

  it("takes the container's, of ECS and EKS", async () => {
    const store = await startStore();
    // AWS SDKs and Tools Reference Guide, "Container credential provider".
    const agent = createServer(({ headers }, response) => {
      if (headers.authorization !== "host token") response.writeHead(401).end();
      else response.end(JSON.stringify(credentials("of-the-container")));
    });
    const port = await listen(agent);
    vi.stubEnv("AWS_CONTAINER_CREDENTIALS_FULL_URI", `http://127.0.0.1:${port}/credentials`);
    vi.stubEnv("AWS_CONTAINER_AUTHORIZATION_TOKEN", "host token");
    expect(await keys(`${store.url}/models`)).toEqual(FOUND);
    expect(new Set(store.keys)).toEqual(new Set(["of-the-container"]));
  });
});
