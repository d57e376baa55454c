import type { Bucket, GetFilesOptions, GetFilesResponse } from "@google-cloud/storage";
import { StatusError } from "../../base/status-error.ts";
import { type Environment, findCredential } from "./cloud-credentials.ts";
import { fromBase64, toDigests } from "./digests.ts";
import {
  CONFIG_CONTENT_TYPE,
  MAX_ATTEMPTS,
  type ObjectStore,
  REQUEST_TIMEOUT_MS,
} from "./object-store.ts";
import { endlessListing } from "./s3-store.ts";
import { storeError } from "./store-errors.ts";
import type { StoreLocation } from "./store-url.ts";

const CREDENTIALS =
  "set GOOGLE_APPLICATION_CREDENTIALS, run 'gcloud auth application-default login', or set TRITON_CLOUD_CREDENTIAL_PATH";

export async function openGcsStore(
  location: StoreLocation,
  env: Environment,
): Promise<ObjectStore> {
  const { url } = location;
  const bucket = await openBucket(location, env);
  const fail = (thrown: unknown, key = "", access?: "write") =>
    storeError(thrown, {
      url: key === "" ? url : `gs://${location.bucket}/${key}`,
      credentials: CREDENTIALS,
      access,
    });

  async function* list({ prefix, folders, signal }: Parameters<ObjectStore["list"]>[0]) {
    let query: GetFilesOptions | null = {
      prefix,
      autoPaginate: false,
      maxResults: 1000,
      ...(folders && { delimiter: "/" }),
    };
    while (query !== null) {
      // The SDK's requests take no signal: they end at their timeout.
      signal.throwIfAborted();
      const [files, next, answer]: GetFilesResponse = await bucket
        .getFiles(query)
        .catch((thrown: unknown) => {
          throw fail(thrown);
        });
      const { prefixes = [] } = (answer ?? {}) as { prefixes?: string[] };
      yield {
        objects: files.map(({ name, metadata }) => ({
          key: name,
          size: Number(metadata.size ?? 0),
          // Generations never repeat and never change.
          etag: String(metadata.generation ?? metadata.etag ?? ""),
          digests: toDigests({
            md5: fromBase64(metadata.md5Hash),
            crc32c: fromBase64(metadata.crc32c),
          }),
        })),
        folders: prefixes,
      };
      const following = next as GetFilesOptions | null;
      if (following && following.pageToken === query.pageToken) throw endlessListing(url);
      query = following ?? null;
    }
  }

  return {
    id: `gs ${env.STORAGE_EMULATOR_HOST ?? ""} ${location.bucket}`,
    list,
    async read({ key, etag, digests = {} }, { from, signal }) {
      const file = bucket.file(key, /^\d+$/.test(etag) ? { generation: Number(etag) } : {});
      const stream = file.createReadStream({
        ...(from > 0 && { start: from }),
        validation: false,
        decompress: false,
      });
      signal.addEventListener("abort", () => stream.destroy(signal.reason as Error), {
        once: true,
      });
      async function* chunks() {
        try {
          yield* stream as AsyncIterable<Uint8Array>;
        } catch (thrown) {
          // A generation that no longer exists was replaced.
          const error = fail(thrown, key);
          if (error.code !== "NOT_FOUND") throw error;
          throw new StatusError(
            "ABORTED",
            `'gs://${location.bucket}/${key}' changed while it was read: try again.`,
            { cause: thrown },
          );
        }
      }
      return { chunks: chunks(), digests };
    },
    async write({ key, content, replaces }, signal) {
      signal.throwIfAborted();
      try {
        await bucket.file(key).save(Buffer.from(content), {
          resumable: false,
          contentType: CONFIG_CONTENT_TYPE,
          // 0: no object exists.
          preconditionOpts: { ifGenerationMatch: replaces?.etag ?? 0 },
        });
      } catch (thrown) {
        throw fail(thrown, key, "write");
      }
    },
  };
}

async function openBucket({ url, bucket }: StoreLocation, env: Environment): Promise<Bucket> {
  const { Storage } = await import("@google-cloud/storage");
  const path = await findCredential("gs", url, env);
  const storage = new Storage({
    timeout: REQUEST_TIMEOUT_MS,
    retryOptions: { autoRetry: true, maxRetries: MAX_ATTEMPTS - 1, totalTimeout: 60 },
    // Emulators have neither projects nor credentials.
    ...(env.STORAGE_EMULATOR_HOST && {
      apiEndpoint: env.STORAGE_EMULATOR_HOST,
      projectId: "emulator",
    }),
    ...(typeof path === "string" && path !== "" && { keyFilename: path }),
  });
  // The SDK takes the variable as the base of its URLs, those of other languages as the server's
  // address.
  if (env.STORAGE_EMULATOR_HOST && !/\/storage\/v1\/?$/.test(storage.baseUrl))
    storage.baseUrl = `${storage.apiEndpoint}/storage/v1`;
  return storage.bucket(bucket);
}
