import type { Digests } from "./digests.ts";

/** An object as a store lists it. Unchecked: names are hostile. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** Changes whenever the content changes. */
  readonly etag: string;
  /** Digests of the complete content, if listings have them. */
  readonly digests?: Digests;
}

export interface Listing {
  readonly objects: readonly StoredObject[];
  /** The names of the next path segment below the prefix; only with {@link ListOptions.folders}. */
  readonly folders: readonly string[];
}

export interface ListOptions {
  readonly prefix: string;
  /** Lists only direct children and folder names. */
  readonly folders: boolean;
  readonly signal: AbortSignal;
}

export interface ObjectBody {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Digests of the complete object, as far as the store offers them. */
  readonly digests: Digests;
}

export interface ReadOptions {
  /** Offset of the first byte to read. */
  readonly from: number;
  readonly signal: AbortSignal;
}

export interface ObjectToWrite {
  readonly key: string;
  readonly content: Uint8Array;
  /** The version to replace; undefined: none may exist. */
  readonly replaces: StoredObject | undefined;
}

/** One bucket or container. Throws StatusErrors with one sentence each (OBJSTORE-12). */
export interface ObjectStore {
  /** Unique per bucket; part of the names of cached content. */
  readonly id: string;
  /** Yields page by page. */
  list(options: ListOptions): AsyncIterable<Listing>;
  /** Reads the version in `object`: ABORTED if the current one differs. */
  read(object: StoredObject, options: ReadOptions): Promise<ObjectBody>;
  /**
   * One attempt may be several requests: ABORTED also if the first one wrote it and its response
   * was lost.
   */
  write(object: ObjectToWrite, signal: AbortSignal): Promise<void>;
}

export const CONFIG_CONTENT_TYPE = "text/plain; charset=utf-8";

/** Attempts of the SDKs per request. */
export const MAX_ATTEMPTS = 3;
export const CONNECT_TIMEOUT_MS = 5_000;
/** Timeout until a response starts. */
export const REQUEST_TIMEOUT_MS = 20_000;
