import type { Engine, SharedMemoryRegion } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { CudaSharedMemory } from "../cuda-shared-memory.ts";
import { empty, JSON_TYPE, json } from "./http-response.ts";
import type { Call, Route } from "./call.ts";
import { type JsonObject, optionalUnsigned, readObject, unparsable } from "./json.ts";

/** Shared memory regions (SHM-1 to SHM-7 and SHM-15). */
export function sharedMemoryRoutes({ sharedMemory }: Engine): Route[] {
  const cuda = new CudaSharedMemory(sharedMemory);
  return [
    status("system", (name) =>
      sharedMemory
        .status(name)
        .map(({ byteSize, ...region }) => ({ ...region, byte_size: byteSize })),
    ),
    status("cuda", (name) => {
      cuda.requireRegistered(name);
      return [];
    }),
    action("system", "register", async (call, name) => {
      sharedMemory.requireAllowed();
      requireName("system", name);
      sharedMemory.register(await readRegion(call, name));
    }),
    action("cuda", "register", (_, name) => {
      sharedMemory.requireAllowed();
      requireName("cuda", name);
      cuda.register(name);
    }),
    action("system", "unregister", (_, name) => sharedMemory.unregister(name)),
    action("cuda", "unregister", () => cuda.unregister()),
  ];
}

type Kind = "system" | "cuda";

const path = (kind: Kind, tail: string) =>
  new RegExp(`^/v2/${kind}sharedmemory(?:/region/([^/]+))?/${tail}$`);

function status(kind: Kind, regions: (name: string) => readonly unknown[]): Route {
  return {
    method: "GET",
    path: path(kind, "status"),
    feature: "shared-memory",
    handle: ({ captures: [name = ""] }) => json(regions(name)),
  };
}

function action(
  kind: Kind,
  verb: "register" | "unregister",
  carryOut: (call: Call, name: string) => void | Promise<void>,
): Route {
  return {
    method: "POST",
    path: path(kind, verb),
    feature: "shared-memory",
    async handle(call) {
      await carryOut(call, call.captures[0] ?? "");
      return empty(200, JSON_TYPE);
    },
  };
}

function requireName(kind: Kind, name: string): void {
  if (name !== "") return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `'region name' is necessary to register ${kind} shared memory region`,
  );
}

async function readRegion(call: Call, name: string): Promise<SharedMemoryRegion> {
  const body = await call.body();
  const region: JsonObject =
    body.byteLength === 0 ? {} : await readObject({ body, signal: call.signal });
  const { key } = region;
  if (key === undefined) throw missing("key");
  if (typeof key !== "string") throw unparsable("key", "non-string as string");
  const offset = optionalUnsigned(region, "offset") ?? 0;
  const byteSize = optionalUnsigned(region, "byte_size");
  if (byteSize === undefined) throw missing("byte_size");
  return { name, key, offset, byteSize };
}

function missing(field: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `Shared memory register request has no '${field}' field`,
  );
}
