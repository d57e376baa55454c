import type { GetObjectCommandOutput, S3Client, S3ClientConfig } from "@aws-sdk/client-s3";
import { StatusError } from "../../base/status-error.ts";
import { type Environment, findCredential, textFields } from "./cloud-credentials.ts";
import { type Digests, fromBase64, toDigests } from "./digests.ts";
import {
  CONFIG_CONTENT_TYPE,
  CONNECT_TIMEOUT_MS,
  type Listing,
  MAX_ATTEMPTS,
  type ObjectStore,
  REQUEST_TIMEOUT_MS,
} from "./object-store.ts";
import { storeError } from "./store-errors.ts";
import type { StoreLocation } from "./store-url.ts";

/**
 * Default of the AWS SDK for C++, which Triton uses, if neither the environment nor a profile has a
 * region.
 */
const DEFAULT_REGION = "us-east-1";
const CREDENTIALS =
  "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or TRITON_CLOUD_CREDENTIAL_PATH";

export async function openS3Store(location: StoreLocation, env: Environment): Promise<ObjectStore> {
  const { url, bucket } = location;
  const sdk = await import("@aws-sdk/client-s3");
  const { client, isAnonymous } = await makeClient(sdk.S3Client, location, env);
  const fail = (thrown: unknown, key = "", access?: "write") =>
    storeError(thrown, {
      url: key === "" ? url : `s3://${bucket}/${key}`,
      credentials: CREDENTIALS,
      access,
      isAnonymous,
    });

  async function* list({ prefix, folders, signal }: Parameters<ObjectStore["list"]>[0]) {
    let token: string | undefined;
    do {
      const page = await client
        .send(
          new sdk.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            EncodingType: "url",
            ...(folders && { Delimiter: "/" }),
            ...(token !== undefined && { ContinuationToken: token }),
          }),
          { abortSignal: signal },
        )
        .catch((thrown: unknown) => {
          throw fail(thrown);
        });
      const decode = page.EncodingType === "url" ? decodeKey : (key: string) => key;
      const listing: Listing = {
        objects: (page.Contents ?? []).map(({ Key = "", Size = 0, ETag = "" }) => ({
          key: decode(Key),
          size: Size,
          etag: ETag,
        })),
        folders: (page.CommonPrefixes ?? []).map(({ Prefix = "" }) => decode(Prefix)),
      };
      yield listing;
      const next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      if (next !== undefined && next === token) throw endlessListing(url);
      token = next;
    } while (token !== undefined);
  }

  return {
    id: `s3 ${location.endpoint ?? env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? ""} ${bucket}`,
    list,
    async read({ key, etag }, { from, signal }) {
      try {
        const answer = await client.send(
          new sdk.GetObjectCommand({
            Bucket: bucket,
            Key: key,
            ChecksumMode: "ENABLED",
            ...(etag !== "" && { IfMatch: etag }),
            ...(from > 0 && { Range: `bytes=${from}-` }),
          }),
          { abortSignal: signal },
        );
        if (from > 0 && !answer.ContentRange?.startsWith(`bytes ${from}-`)) throw ignoredRange(key);
        return { chunks: chunksOf(answer, fail, key), digests: readDigests(answer) };
      } catch (thrown) {
        throw fail(thrown, key);
      }
    },
    async write({ key, content, replaces }, signal) {
      try {
        await client.send(
          new sdk.PutObjectCommand({
            Bucket: bucket,
            Key: key,
            Body: content,
            ContentType: CONFIG_CONTENT_TYPE,
            ...(replaces ? { IfMatch: replaces.etag } : { IfNoneMatch: "*" }),
          }),
          { abortSignal: signal },
        );
      } catch (thrown) {
        throw fail(thrown, key, "write");
      }
    },
  };
}

async function makeClient(
  Client: typeof S3Client,
  { url, endpoint }: StoreLocation,
  env: Environment,
): Promise<{ client: S3Client; isAnonymous: boolean }> {
  const entry = await findCredential("s3", url, env);
  const file = textFields(entry, ["key_id", "secret_key", "region", "session_token", "profile"]);
  const keys =
    file.key_id !== undefined && file.secret_key !== undefined
      ? {
          accessKeyId: file.key_id,
          secretAccessKey: file.secret_key,
          ...(file.session_token !== undefined && { sessionToken: file.session_token }),
        }
      : undefined;
  const region = file.region ?? (env.AWS_REGION || env.AWS_DEFAULT_REGION || undefined);
  const options: S3ClientConfig = {
    maxAttempts: MAX_ATTEMPTS,
    forcePathStyle: true,
    followRegionRedirects: true,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...(endpoint !== undefined && { endpoint }),
    ...(keys !== undefined && { credentials: keys }),
    ...(keys === undefined && file.profile !== undefined && { profile: file.profile }),
    ...(region !== undefined && { region }),
  };
  const chosen = new Client(options);
  const known = region ?? (await chosen.config.region().catch(() => undefined));
  const complete = { ...options, region: known || DEFAULT_REGION };
  // A named profile means its credentials.
  const mayBeAnonymous = keys === undefined && file.profile === undefined && !env.AWS_PROFILE;
  if (mayBeAnonymous && !(await hasCredentials(chosen)))
    return { client: new Client({ ...complete, ...UNSIGNED }), isAnonymous: true };
  return { client: known ? chosen : new Client(complete), isAnonymous: false };
}

/** Unsigned, as public buckets allow. */
const UNSIGNED: Pick<S3ClientConfig, "credentials" | "signer"> = {
  credentials: { accessKeyId: "", secretAccessKey: "" },
  signer: { sign: async (request) => request },
};

/** False if the whole chain found no credentials; other failures appear with the first request. */
async function hasCredentials({ config }: S3Client): Promise<boolean> {
  try {
    await config.credentials();
    return true;
  } catch (error) {
    const { name, message } = error as Error;
    return !(name === "CredentialsProviderError" && /from any providers/.test(message));
  }
}

async function* chunksOf(
  { Body }: GetObjectCommandOutput,
  fail: (thrown: unknown, key: string) => StatusError,
  key: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* Body as unknown as AsyncIterable<Uint8Array>;
  } catch (thrown) {
    throw fail(thrown, key);
  }
}

/**
 * An ETag is the content's MD5 only for uploads in one part, unencrypted or encrypted with S3's own
 * key (S3 API, "Object"); checksums of multipart uploads don't cover the whole object.
 */
function readDigests(answer: GetObjectCommandOutput): Digests {
  const md5 = /^"?([0-9a-f]{32})"?$/.exec(answer.ETag ?? "")?.[1];
  const isPlain =
    answer.SSECustomerAlgorithm === undefined &&
    (answer.ServerSideEncryption === undefined || answer.ServerSideEncryption === "AES256");
  const whole = (text: string | undefined) =>
    answer.ChecksumType === "COMPOSITE" ? undefined : fromBase64(text);
  return toDigests({
    md5: isPlain ? md5 : undefined,
    sha1: whole(answer.ChecksumSHA1),
    sha256: whole(answer.ChecksumSHA256),
    crc32: whole(answer.ChecksumCRC32),
    crc32c: whole(answer.ChecksumCRC32C),
  });
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll("+", " "));
  } catch {
    return key;
  }
}

export function endlessListing(url: string): StatusError {
  return new StatusError(
    "INTERNAL",
    `The listing of '${url}' repeats a page: the store's response is wrong.`,
  );
}

export function ignoredRange(key: string): StatusError {
  return new StatusError(
    "INTERNAL",
    `The store answered a request for a part of '${key}' with another part.`,
  );
}
