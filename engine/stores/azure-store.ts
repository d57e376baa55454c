import type { TokenCredential } from "@azure/identity";
import type {
  BlockBlobClient,
  BlockBlobUploadOptions,
  ContainerClient,
  StoragePipelineOptions,
} from "@azure/storage-blob";
import { StatusError } from "../../base/status-error.ts";
import { type Environment, findCredential, textFields } from "./cloud-credentials.ts";
import { toDigests } from "./digests.ts";
import { CONFIG_CONTENT_TYPE, MAX_ATTEMPTS, type ObjectStore } from "./object-store.ts";
import { endlessListing } from "./s3-store.ts";
import { storeError } from "./store-errors.ts";
import type { StoreLocation } from "./store-url.ts";

const CREDENTIALS =
  "set AZURE_STORAGE_ACCOUNT and AZURE_STORAGE_KEY, AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_AUTH_TYPE=managed_identity or TRITON_CLOUD_CREDENTIAL_PATH";

export async function openAzureStore(
  location: StoreLocation,
  env: Environment,
): Promise<ObjectStore> {
  const { url } = location;
  const container = await openContainer(location, env);
  const fail = (thrown: unknown, key = "", access?: "write") =>
    storeError(thrown, {
      url: key === "" ? url : `as://${location.account}/${location.bucket}/${key}`,
      credentials: CREDENTIALS,
      access,
    });

  async function* list({ prefix, folders, signal }: Parameters<ObjectStore["list"]>[0]) {
    const options = { prefix, abortSignal: signal };
    const pages = folders
      ? container.listBlobsByHierarchy("/", options).byPage()
      : container.listBlobsFlat(options).byPage();
    let token: string | undefined;
    try {
      for await (const { segment, continuationToken } of pages) {
        const { blobPrefixes = [] } = segment as { blobPrefixes?: { name: string }[] };
        yield {
          objects: segment.blobItems.map(({ name, properties }) => ({
            key: name,
            size: properties.contentLength ?? 0,
            etag: properties.etag,
            digests: toDigests({ md5: toHex(properties.contentMD5) }),
          })),
          folders: blobPrefixes.map(({ name }) => name),
        };
        if (continuationToken && continuationToken === token) throw endlessListing(url);
        token = continuationToken;
      }
    } catch (thrown) {
      throw fail(thrown);
    }
  }

  return {
    id: `as ${container.url}`,
    list,
    async read({ key, etag, digests = {} }, { from, signal }) {
      try {
        const answer = await container.getBlobClient(key).download(from, undefined, {
          abortSignal: signal,
          // We resume downloads ourselves, and check the complete content.
          maxRetryRequests: 0,
          conditions: etag === "" ? {} : { ifMatch: toHeader(etag) },
        });
        async function* chunks() {
          try {
            yield* (answer.readableStreamBody ?? []) as AsyncIterable<Uint8Array>;
          } catch (thrown) {
            throw fail(thrown, key);
          }
        }
        return { chunks: chunks(), digests };
      } catch (thrown) {
        throw fail(thrown, key);
      }
    },
    async write({ key, content, replaces }, signal) {
      const blob = container.getBlockBlobClient(key);
      try {
        await blob.upload(content, content.length, {
          abortSignal: signal,
          blobHTTPHeaders: { blobContentType: CONFIG_CONTENT_TYPE },
          ...(replaces && (await keptProperties(blob, signal))),
          conditions: replaces ? { ifMatch: toHeader(replaces.etag) } : { ifNoneMatch: "*" },
        });
      } catch (thrown) {
        throw fail(thrown, key, "write");
      }
    },
  };
}

/** What an upload would replace (requirement OBJSTORE-20). */
async function keptProperties(
  blob: BlockBlobClient,
  abortSignal: AbortSignal,
): Promise<BlockBlobUploadOptions> {
  const found = await blob.getProperties({ abortSignal });
  const { tags } = found.tagCount ? await blob.getTags({ abortSignal }) : {};
  const tier = found.accessTierInferred ? undefined : found.accessTier;
  return {
    blobHTTPHeaders: {
      blobContentType: found.contentType || CONFIG_CONTENT_TYPE,
      ...(found.cacheControl && { blobCacheControl: found.cacheControl }),
      ...(found.contentDisposition && { blobContentDisposition: found.contentDisposition }),
      ...(found.contentEncoding && { blobContentEncoding: found.contentEncoding }),
      ...(found.contentLanguage && { blobContentLanguage: found.contentLanguage }),
    },
    ...(found.metadata && { metadata: found.metadata }),
    ...(tier !== undefined && { tier }),
    ...(tags && { tags }),
  };
}

/** ETags are unquoted in listings and quoted in headers. */
const toHeader = (etag: string): string => (etag.startsWith('"') ? etag : `"${etag}"`);

const toHex = (bytes: Uint8Array | undefined): string | undefined =>
  bytes?.length === 16 ? Buffer.from(bytes).toString("hex") : undefined;

export async function openContainer(
  { url, account = "", bucket }: StoreLocation,
  env: Environment,
): Promise<ContainerClient> {
  const sdk = await import("@azure/storage-blob");
  const options: StoragePipelineOptions = {
    retryOptions: {
      maxTries: MAX_ATTEMPTS,
      retryDelayInMs: 500,
      maxRetryDelayInMs: 4_000,
    },
  };
  const entry = await findCredential("as", url, env);
  const file = textFields(entry, ["account_str", "account_key", "auth_type", "client_id"]);
  const fromFile = entry !== undefined;
  const authType = fromFile ? file.auth_type : env.AZURE_STORAGE_AUTH_TYPE;
  const name = (fromFile ? file.account_str : env.AZURE_STORAGE_ACCOUNT) || account;
  const service = `https://${name}.blob.core.windows.net`;
  if (authType && isIdentityKind(authType)) {
    const clientId = fromFile ? file.client_id : env.AZURE_STORAGE_CLIENT_ID;
    const credential = await openIdentity(authType, clientId);
    return new sdk.BlobServiceClient(service, credential, options).getContainerClient(bucket);
  }
  if (authType && authType !== "key") {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The authentication '${authType}' for '${url}' must be key, managed_identity or default.`,
    );
  }
  const connection = env.AZURE_STORAGE_CONNECTION_STRING;
  if (!fromFile && connection) {
    try {
      return sdk.BlobServiceClient.fromConnectionString(connection, options).getContainerClient(
        bucket,
      );
    } catch {
      // The SDK's message may contain the key.
      throw new StatusError(
        "INVALID_ARGUMENT",
        "AZURE_STORAGE_CONNECTION_STRING is not a connection string.",
      );
    }
  }
  const key = fromFile ? file.account_key : env.AZURE_STORAGE_KEY;
  const sas = fromFile ? undefined : env.AZURE_STORAGE_SAS_TOKEN;
  const client =
    key !== undefined && key !== ""
      ? new sdk.BlobServiceClient(service, new sdk.StorageSharedKeyCredential(name, key), options)
      : new sdk.BlobServiceClient(
          sas ? `${service}?${sas.replace(/^\?/, "")}` : service,
          new sdk.AnonymousCredential(),
          options,
        );
  return client.getContainerClient(bucket);
}

/** Values of the entry's `auth_type` or AZURE_STORAGE_AUTH_TYPE (`as.h`, `ASCredential`). */
type IdentityKind = "managed_identity" | "default";

function isIdentityKind(authType: string): authType is IdentityKind {
  return authType === "managed_identity" || authType === "default";
}

/**
 * Microsoft Entra tokens, which the SDK caches and renews. `clientId`: of a user-assigned managed
 * identity.
 */
async function openIdentity(
  kind: IdentityKind,
  clientId: string | undefined,
): Promise<TokenCredential> {
  const sdk = await import("@azure/identity");
  if (kind === "default") return new sdk.DefaultAzureCredential();
  const retryOptions = { maxRetries: MAX_ATTEMPTS - 1 };
  return clientId
    ? new sdk.ManagedIdentityCredential(clientId, { retryOptions })
    : new sdk.ManagedIdentityCredential({ retryOptions });
}
