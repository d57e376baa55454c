import { z } from "zod";
import { exportId } from "./configs.ts";
import { request } from "./define.ts";
import { download } from "./downloads.ts";

const named = (pattern: RegExp, rule: string) => z.string().regex(pattern, rule);

/** RFC 1035's label, which a Service must have: one that begins with a digit is rejected. */
const serviceName = named(
  /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/,
  "must be lower-case letters, digits and '-', at most 63, and begin with a letter",
);
/** RFC 1123's label. */
const label = named(
  /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
  "must be lower-case letters, digits and '-', at most 63",
);
/** RFC 1123's subdomain, which most other objects may have. */
const subdomain = named(
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
  "must be lower-case letters, digits, '-' and '.'",
);
/** Also part of a Dockerfile and of commands. */
const image = named(
  /^(?=.{1,300}$)\w[\w./:@-]*$/,
  "must be an image such as registry.example/name:tag",
);
const cpus = named(/^(\d+(\.\d{1,3})?|\d+m)$/, "must be a number such as 4, 0.5 or 500m");
const bytes = named(/^\d+(\.\d+)?(k|M|G|T|Ki|Mi|Gi|Ti)$/, "must be a quantity such as 8Gi");

/** Where the pods read their models from. */
export const modelStorage = z.discriminatedUnion("kind", [
  /** In the image, built with the Dockerfile that is written too. */
  z.object({ kind: z.literal("image"), image }),
  /** A PersistentVolumeClaim that exists, mounted read-only. */
  z.object({ kind: z.literal("claim"), claim: subdomain }),
  /** A path that Triton reads itself; `secret` holds its credentials as environment variables, "" none. */
  z.object({
    kind: z.literal("bucket"),
    url: named(/^(s3|gs|as):\/\/[\w./:~%+-]+$/, "must begin with s3://, gs:// or as://"),
    secret: z.union([subdomain, z.literal("")]),
  }),
]);
export type ModelStorage = z.infer<typeof modelStorage>;

/** What runs in the cluster, and how it scales. */
export const deployment = z
  .object({
    serverId: z.string(),
    /** At least one; models that an ensemble uses come with it. */
    models: z.array(z.string().min(1)).min(1).max(500),
    name: serviceName,
    namespace: label,
    /** Triton's image, for model storage outside the image. */
    image,
    storage: modelStorage,
    cpu: cpus,
    memory: bytes,
    /** Size of a replica's response cache, which all of its models share; only where a model uses it. */
    cacheMiB: z.number().int().min(1).max(1_048_576),
    /** Per replica. */
    gpus: z.number().int().min(0).max(16),
    leastReplicas: z.number().int().min(1).max(1000),
    mostReplicas: z.number().int().min(1).max(1000),
    /** Replicas are added while time in the queue is more than this many times the time of inference. */
    queueToCompute: z.number().min(0.01).max(1000),
    /** How long a replica may take to load its models. */
    startupSeconds: z.number().int().min(10).max(86_400),
    /** How long a replica that ends may take to finish accepted requests. */
    drainSeconds: z.number().int().min(1).max(3600),
    /** Queue depth of one model in one replica that raises an alert. */
    queueAlert: z.number().int().min(1).max(1_000_000),
  })
  .refine(({ leastReplicas, mostReplicas }) => leastReplicas <= mostReplicas, {
    path: ["mostReplicas"],
    error: "must not be below the least number of replicas",
  });
export type Deployment = z.infer<typeof deployment>;

export const deployFile = z.object({ path: z.string(), text: z.string() });
export type DeployFile = z.infer<typeof deployFile>;

/** Something about the models that may keep them from running there. */
export const deployNote = z.object({ severity: z.enum(["warning", "info"]), text: z.string() });
export type DeployNote = z.infer<typeof deployNote>;

export const deployRequests = {
  /** The files as they would be written, without the models'. */
  "deploy.preview": request(
    deployment,
    z.object({ files: z.array(deployFile), notes: z.array(deployNote) }),
  ),
  /**
   * Writes the model repository and the files into `folder`; giving the request up leaves no half model behind.
   * `complete` is false where the model files are out of reach and only configurations were written.
   * ALREADY_EXISTS where something is there and `overwrite` is not set.
   */
  "deploy.write": request(
    z.object({
      deployment,
      id: exportId.optional(),
      folder: z.string(),
      overwrite: z.boolean(),
    }),
    z.object({ folder: z.string(), files: z.number(), bytes: z.number(), complete: z.boolean() }),
  ),
  /** The same as a .zip to fetch, where the host hands out downloads. Errors: RESOURCE_EXHAUSTED where it is too large. */
  "deploy.download": request(z.object({ deployment, id: exportId.optional() }), download),
};
