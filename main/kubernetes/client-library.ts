import type * as library from "@kubernetes/client-node";

type Library = typeof library;

let loading: Promise<Library> | null = null;

/** The client library, which is large and loaded with the first cluster that is opened. */
export function clientLibrary(): Promise<Library> {
  loading ??= import("@kubernetes/client-node");
  return loading;
}
