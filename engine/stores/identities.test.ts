// Requests to the clouds' identity services, against doubles of the documented endpoints.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openContainer, openAzureStore } from "./azure-store.ts";
import { readText } from "./read-text.ts";
import { openS3Store } from "./s3-store.ts";
import { parseStoreUrl } from "./store-url.ts";
import { S3Double } from "./testing/s3-double.ts";

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "batchdeck-identities-"));
  // Nothing from this machine's own user.
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, home);
  for (const name of Object.keys(process.env).filter((each) => /^(AWS|AZURE)_/.test(each)))
    vi.stubEnv(name, undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

describe("[OBJSTORE-18] Azure's identities", () => {
  const location = parseStoreUrl("as://account/container/models");
  let endpoint: Server;
  let asked: { url: URL; header: string | undefined }[];
  let refuses: boolean;

  // The SDK keeps the endpoint and tokens of each identity per process: one double, and an identity
  // per test.
  beforeAll(async () => {
    // App Service's endpoint, "REST endpoint reference" of its managed identities (api-version 2019-08-01).
    endpoint = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://double");
      asked.push({ url, header: request.headers["x-identity-header"] as string | undefined });
      response.writeHead(refuses ? 400 : 200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          refuses
            ? { error: "invalid_request", error_description: "Identity not found" }
            : {
                access_token: "token-of-the-double",
                expires_on: String(Math.round(Date.now() / 1000) + 3600),
                resource: "https://storage.azure.com",
                token_type: "Bearer",
              },
        ),
      );
    });
    await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => endpoint.close(resolve)));
  beforeEach(() => {
    asked = [];
    refuses = false;
    const { port } = endpoint.address() as AddressInfo;
    vi.stubEnv("IDENTITY_ENDPOINT", `http://127.0.0.1:${port}/msi/token`);
    vi.stubEnv("IDENTITY_HEADER", "secret-of-the-host");
  });

  const tokenOf = async () => {
    const { credential } = await openContainer(location, process.env);
    if (!("getToken" in credential)) throw new Error("no token credential");
    return (await credential.getToken("https://storage.azure.com/.default"))?.token;
  };

  it("managed_identity uses the host identity's token", async () => {
    vi.stubEnv("AZURE_STORAGE_AUTH_TYPE", "managed_identity");
    expect(await tokenOf()).toBe("token-of-the-double");
    expect(asked.at(-1)?.header).toBe("secret-of-the-host");
    expect(asked.at(-1)?.url.searchParams.get("resource")).toMatch(/^https:\/\/storage.azure.com/);
    expect(asked.at(-1)?.url.searchParams.has("client_id")).toBe(false);
  });

  it("default follows the chain to the host's identity", async () => {
    vi.stubEnv("AZURE_STORAGE_AUTH_TYPE", "default");
    vi.stubEnv("AZURE_CLIENT_ID", "id-of-the-chain");
    expect(await tokenOf()).toBe("token-of-the-double");
    expect(asked.at(-1)?.url.searchParams.get("client_id")).toBe("id-of-the-chain");
  });

  it("names a user-assigned identity from the environment or the entry", async () => {
    vi.stubEnv("AZURE_STORAGE_AUTH_TYPE", "managed_identity");
    vi.stubEnv("AZURE_STORAGE_CLIENT_ID", "id-of-the-environment");
    await tokenOf();
    expect(asked.at(-1)?.url.searchParams.get("client_id")).toBe("id-of-the-environment");
    const file = join(home, "credentials.json");
    const entry = { account_str: "other", auth_type: "managed_identity", client_id: "id-of-entry" };
    await writeFile(file, JSON.stringify({ as: { "": entry } }));
    vi.stubEnv("TRITON_CLOUD_CREDENTIAL_PATH", file);
    const container = await openContainer(location, process.env);
    expect(container.url).toBe("https://other.blob.core.windows.net/container");
    await tokenOf();
    expect(asked.at(-1)?.url.searchParams.get("client_id")).toBe("id-of-entry");
  });

  it("reports a missing identity before it contacts the store", async () => {
    refuses = true;
    vi.stubEnv("AZURE_STORAGE_AUTH_TYPE", "managed_identity");
    vi.stubEnv("AZURE_STORAGE_CLIENT_ID", "unknown");
    const store = await openAzureStore(location, process.env);
    const { signal } = new AbortController();
    const pages = store.list({ prefix: "", folders: true, signal });
    await expect(pages[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringMatching(/^There are no credentials for 'as:\/\/account\/container/),
    });
  });

  it("rejects another kind", async () => {
    vi.stubEnv("AZURE_STORAGE_AUTH_TYPE", "password");
    await expect(openContainer(location, process.env)).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("must be key, managed_identity or default"),
    });
  });
});

describe("[OBJSTORE-19] S3 without credentials", () => {
  let double: S3Double;
  beforeEach(async () => {
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    double = await S3Double.start();
    double.put("models/scale/config.pbtxt", "max_batch_size: 2");
  });
  afterEach(() => double[Symbol.asyncDispose]());

  const list = async () => {
    const store = await openS3Store(parseStoreUrl(`${double.url}/models`), process.env);
    const { signal } = new AbortController();
    for await (const { objects } of store.list({ prefix: "models/", folders: false, signal })) {
      const [object] = objects;
      if (object === undefined) continue;
      const { chunks } = await store.read(object, { from: 0, signal });
      return await readText({ chunks, digests: {} }, object.size);
    }
    return undefined;
  };

  it("reads a public bucket with unsigned requests", async () => {
    expect(await list()).toBe("max_batch_size: 2");
    expect(double.signed).toEqual([false, false]);
  });

  it("signs if there are credentials", async () => {
    double.isPrivate = true;
    vi.stubEnv("AWS_ACCESS_KEY_ID", "key");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
    expect(await list()).toBe("max_batch_size: 2");
    expect(double.signed).toEqual([true, true]);
  });

  it("reports that a bucket isn't public", async () => {
    double.isPrivate = true;
    await expect(list()).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringMatching(
        /no credentials for .* which is not public \(403 AccessDenied\): set AWS_/,
      ),
    });
  });

  it("rejects a missing profile", async () => {
    vi.stubEnv("AWS_PROFILE", "missing");
    await expect(list()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    expect(double.signed).toEqual([]);
  });
});
