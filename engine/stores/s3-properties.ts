import type * as S3 from "@aws-sdk/client-s3";
import { StatusError } from "../../base/status-error.ts";

type Sdk = typeof S3;

interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
  readonly signal: AbortSignal;
}

/**
 * What an object has that PutObject would replace: metadata, headers, storage class, KMS key and tags (requirement OBJSTORE-20).
 * Throws PERMISSION_DENIED where its tags can't be read: they would be lost.
 */
export async function readProperties(
  sdk: Sdk,
  client: S3.S3Client,
  { bucket, key, signal }: ObjectAddress,
): Promise<Partial<S3.PutObjectCommandInput>> {
  const address = { Bucket: bucket, Key: key };
  const head = await client.send(new sdk.HeadObjectCommand(address), { abortSignal: signal });
  const expires = new Date(head.ExpiresString ?? "");
  const isKms = head.ServerSideEncryption?.startsWith("aws:kms");
  const tagging = await readTags(sdk, client, { bucket, key, signal });
  return {
    ...(head.ContentType && { ContentType: head.ContentType }),
    CacheControl: head.CacheControl,
    ContentDisposition: head.ContentDisposition,
    ContentLanguage: head.ContentLanguage,
    // The SDK's own chunks, which some servers keep as if they were the content's.
    ...(!head.ContentEncoding?.includes("aws-chunked") && {
      ContentEncoding: head.ContentEncoding,
    }),
    ...(!Number.isNaN(expires.getTime()) && { Expires: expires }),
    Metadata: head.Metadata,
    StorageClass: head.StorageClass,
    WebsiteRedirectLocation: head.WebsiteRedirectLocation,
    ...(isKms && {
      ServerSideEncryption: head.ServerSideEncryption,
      SSEKMSKeyId: head.SSEKMSKeyId,
      BucketKeyEnabled: head.BucketKeyEnabled,
    }),
    ...(tagging !== "" && { Tagging: tagging }),
  };
}

/** As PutObject takes them; empty without any. */
async function readTags(
  sdk: Sdk,
  client: S3.S3Client,
  { bucket, key, signal }: ObjectAddress,
): Promise<string> {
  try {
    const { TagSet = [] } = await client.send(
      new sdk.GetObjectTaggingCommand({ Bucket: bucket, Key: key }),
      { abortSignal: signal },
    );
    return TagSet.map(
      ({ Key = "", Value = "" }) => `${encodeURIComponent(Key)}=${encodeURIComponent(Value)}`,
    ).join("&");
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    // Servers without tags, and objects without any in some of them.
    if (name === "NotImplemented" || name === "MethodNotAllowed" || name === "NoSuchTagSet")
      return "";
    if ($metadata?.httpStatusCode !== 403) throw error;
    throw new StatusError(
      "PERMISSION_DENIED",
      `The tags of 's3://${bucket}/${key}' can't be read, so that writing it could remove them: allow s3:GetObjectTagging.`,
      { cause: error },
    );
  }
}
