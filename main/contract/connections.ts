import { z } from "zod";
import { request, topic } from "./define.ts";
import { unreadable } from "./unreadable.ts";

/**
 * `openInference`: any other server with KServe's protocol, version 2. `openai`: any other server with OpenAI's.
 * `tgi`: Text Generation Inference; `trtllm`: TensorRT-LLM's trtllm-serve; `dynamo`: the frontend of NVIDIA Dynamo;
 * `endpointPicker`: that of the Gateway API Inference Extension.
 */
export const serverKind = z.enum([
  "embedded",
  "triton",
  "openInference",
  "mlserver",
  "openvino",
  "vllm",
  "sglang",
  "llamaCpp",
  "ollama",
  "tgi",
  "trtllm",
  "dynamo",
  "openai",
  "endpointPicker",
  "torchserve",
  "tensorflowServing",
  "rayServe",
]);
export type ServerKind = z.infer<typeof serverKind>;

/**
 * Capabilities beyond observation. `statistics`: Triton's, so its models have the full screens. `configuration`: its
 * ModelConfig can be read. `load`: loads and unloads models, with a given configuration if it has `configuration` too.
 * `insight`: a Batchdeck engine.
 * `inference`: KServe's version 2, for Try it and the lab. `chat`: OpenAI's, streamed. `workers`: TorchServe's
 * management calls. `settings`: Triton's trace and log settings.
 */
export const serverCapability = z.enum([
  "statistics",
  "configuration",
  "load",
  "insight",
  "inference",
  "chat",
  "workers",
  "settings",
]);
export type ServerCapability = z.infer<typeof serverCapability>;

const text = (most: number) => z.string().max(most);

/** A secret sent to the host: new, unchanged, or the name of an environment variable of the host. */
export const secretDraft = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("given"), value: text(100_000) }),
  z.object({ kind: z.literal("kept") }),
  z.object({ kind: z.literal("environment"), variable: text(200).min(1) }),
]);
export type SecretDraft = z.infer<typeof secretDraft>;

/** What pages may show of a secret. `lost`: it was only in memory, and the host has restarted since. */
export const shownSecret = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("kept"), where: z.enum(["keychain", "memory"]) }),
  z.object({ kind: z.literal("lost") }),
  z.object({ kind: z.literal("environment"), variable: z.string(), set: z.boolean() }),
]);
export type ShownSecret = z.infer<typeof shownSecret>;

/** PEM: pasted, or a file that is read again for every new connection, so that renewed ones are used. */
export const pem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: text(100_000) }),
  z.object({ kind: z.literal("file"), path: text(4000).min(1) }),
]);
export type Pem = z.infer<typeof pem>;

const security = <S extends z.ZodType>(secret: S) => ({
  /** Addresses beginning with https:// or grpcs:// are encrypted; this says how. */
  tls: z
    .object({
      /** In addition to the system's certificates; null: only those. */
      ca: pem.nullable(),
      certificate: pem.nullable(),
      key: z
        .discriminatedUnion("kind", [
          z.object({ kind: z.literal("file"), path: text(4000).min(1) }),
          z.object({ kind: z.literal("secret"), secret }),
        ])
        .nullable(),
      /** Expected in the server's certificate in place of the address; "": the address. */
      serverName: text(300),
    })
    .nullable()
    .default(null),
  auth: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("none") }),
      z.object({ kind: z.literal("bearer"), token: secret }),
      z.object({ kind: z.literal("basic"), user: text(300), password: secret }),
    ])
    .default({ kind: "none" }),
  headers: z
    .array(z.object({ name: text(200).min(1), value: secret }))
    .max(30)
    .default([]),
  /** http://HOST:PORT of a proxy; "": none. */
  proxy: text(300).default(""),
});

const connectionBase = z.object({
  /** "": the address. */
  name: text(100),
  /** `auto`: detected. */
  kind: z.union([serverKind.exclude(["embedded"]), z.literal("auto")]).default("auto"),
  /** Addresses as a user writes them, HOST:PORT or a URL; "" without one. One of grpc and http is needed. */
  grpc: text(300),
  http: text(300),
  metrics: text(300),
  /** Names of models, for a server that can't list them; absent in an edit: unchanged; empty: none. */
  models: z.array(text(200).min(1)).max(100).optional(),
});

/** A connection whose secrets have a form of their own. */
export const connectionWith = <S extends z.ZodType>(secret: S) =>
  connectionBase.extend(security(secret));

export const connectionDraft = connectionWith(secretDraft);
export type ConnectionDraft = z.infer<typeof connectionDraft>;

export const shownConnection = connectionWith(shownSecret);
export type ShownConnection = z.infer<typeof shownConnection>;

/** What a server answered to one kind's requests. */
export const recognition = z.object({
  kind: serverKind.exclude(["embedded"]).nullable(),
  version: z.string().nullable(),
  /** Whether it is a Batchdeck engine, whose kind is Triton's. */
  batchdeck: z.boolean(),
  /** Requests and responses, one line each, to explain the result. */
  asked: z.array(z.object({ question: z.string(), answer: z.string(), spoke: z.boolean() })),
});
export type Recognition = z.infer<typeof recognition>;

const server = z.object({ serverId: z.string() });

export const connectionRequests = {
  /**
   * Connects a server; its status says whether it answers. INVALID_ARGUMENT names the field by its path in the draft in
   * `details.field`: "grpc", "proxy", "tls.ca", "auth.token", "headers.x-api-key".
   */
  "servers.add": request(connectionDraft, server),
  /** Replaces a connection; `kept` secrets are unchanged. */
  "servers.edit": request(server.extend({ connection: connectionDraft }), z.object({})),
  "servers.connection": request(server, shownConnection),
  /** Detects the kind of server, and stores nothing. `serverId`: whose `kept` secrets to use. */
  "servers.recognise": request(
    z.object({ connection: connectionDraft, serverId: z.string().nullable() }),
    recognition,
  ),
  /** Removes a connection. The server continues; its drafts and history are kept. */
  "servers.remove": request(server, z.object({})),
  /** Deletes a stored connection that can't be opened, and its secrets. */
  "servers.removeUnreadable": request(unreadable.pick({ id: true }), z.object({})),
  /** Polls now. */
  "servers.askNow": request(server, z.object({})),
  /** All connections as JSON text, without secrets; references to environment variables are kept. */
  "servers.export": request(z.object({}), z.object({ text: z.string() })),
  /**
   * Existing connections are unchanged. `withoutSecrets`: names of those that wait for an edit that enters a secret or
   * confirms an environment variable from the list.
   */
  "servers.import": request(
    z.object({ text: z.string().max(5_000_000) }),
    z.object({
      added: z.number(),
      known: z.number(),
      withoutSecrets: z.array(z.string()),
    }),
  ),
};

export const connectionTopics = {
  /** Stored connections that can't be opened. */
  "servers.unreadable": topic(z.object({}), z.array(unreadable)),
};
