import type { Digests } from "./digests.ts";

/** What a store's listing says of an object. Nothing in it is checked: names are hostile. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** Another one whenever the content is another. */
  readonly etag: string;
  /** Of the whole content, where the listing has them. */
  readonly digests?: Digests;
}

export interface Listing {
  readonly objects: readonly StoredObject[];
  /** What the keys below continue with, up to the next slash; only with {@link ListOptions.folders}. */
  readonly folders: readonly string[];
}

export interface ListOptions {
  readonly prefix: string;
  /** Only what is directly below, and the names of folders. */
  readonly folders: boolean;
  readonly signal: AbortSignal;
}

export interface ObjectBody {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Of the whole object, as far as the store offers them. */
  readonly digests: Digests;
}

export interface ReadOptions {
  /** The first byte that is read. */
  readonly from: number;
  readonly signal: AbortSignal;
}

export interface ObjectToWrite {
  readonly key: string;
  readonly content: Uint8Array;
  /** The version that it replaces; undefined: there must be none. */
  readonly replaces: StoredObject | undefined;
}

/** One bucket or container. Throws StatusErrors with one sentence each (OBJSTORE-12). */
export interface ObjectStore {
  /** Differs between buckets; part of the names of what is cached. */
  readonly id: string;
  /** Page by page. */
  list(options: ListOptions): AsyncIterable<Listing>;
  /** Reads the version that `object` names: ABORTED where it is another one by now. */
  read(object: StoredObject, options: ReadOptions): Promise<ObjectBody>;
  /** One attempt may be several requests: ABORTED also where the first of them wrote it and its answer was lost. */
  write(object: ObjectToWrite, signal: AbortSignal): Promise<void>;
}

export const CONFIG_CONTENT_TYPE = "text/plain; charset=utf-8";

/** Attempts that the SDKs make for one request. */
export const MAX_ATTEMPTS = 3;
export const CONNECT_TIMEOUT_MS = 5_000;
/** Until an answer begins. */
export const REQUEST_TIMEOUT_MS = 20_000;
