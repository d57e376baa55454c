import {
  CONTROL_FEATURES,
  CONTROL_KEY,
  type Feature,
  GRPC_KEY_PREFIX,
  type Restriction,
  type Restrictions,
} from "../protocol/restrictions.ts";
import { FlagError, type FlagReader } from "./flag-values.ts";

/** tritonserver's names in its order, followed by our own. */
const FEATURES_BY_NAME: Readonly<Record<string, readonly Feature[]>> = {
  health: ["health"],
  metadata: ["metadata"],
  inference: ["inference"],
  "shared-memory": ["shared-memory"],
  "model-config": ["model-config"],
  "model-repository": ["repository-index", "repository-control"],
  statistics: ["statistics"],
  trace: ["trace"],
  logging: ["logging"],
  telemetry: ["telemetry"],
};

export const restrictableNames = Object.keys(FEATURES_BY_NAME).join(", ");

/** A header's name (RFC 9110, token). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const FLAGS = {
  http: { flag: "http-restricted-api", what: "api", prefix: "" },
  grpc: { flag: "grpc-restricted-protocol", what: "protocol", prefix: GRPC_KEY_PREFIX },
} as const;

/**
 * Parses `--http-restricted-api` or `--grpc-restricted-protocol`, each `NAMES:KEY=VALUE` and
 * repeatable, and adds the features of `--control-secret` with `controlSecret`. Throws a FlagError
 * with tritonserver's message.
 */
export function restrictionFlags(
  flags: FlagReader,
  protocol: "http" | "grpc",
  controlSecret: string | undefined,
): Restrictions {
  const { flag, what, prefix } = FLAGS[protocol];
  const restrictions = new Map<Feature, Restriction>();
  const restrict = (features: readonly Feature[], restriction: Restriction, name: string) => {
    if (features.some((feature) => restrictions.has(feature))) {
      throw new FlagError(
        `--${flag}: restricted ${what} '${name}' can not be specified in multiple config groups`,
      );
    }
    for (const feature of features) restrictions.set(feature, restriction);
  };
  for (const group of flags.all(flag)) {
    const { names, key, value } = parseGroup(flag, group);
    const restriction = { header: prefix + key, value };
    for (const name of names.split(","))
      restrict(readFeatures(name, flag, what), restriction, name);
  }
  if (controlSecret !== undefined) {
    const restriction = { header: prefix + CONTROL_KEY, value: controlSecret };
    for (const feature of CONTROL_FEATURES) {
      restrict(
        [feature],
        restriction,
        feature === "repository-control" ? "model-repository" : feature,
      );
    }
  }
  return restrictions;
}

/** Split at the first colon and the first equals sign after it; the value may contain both. */
function parseGroup(flag: string, group: string): { names: string; key: string; value: string } {
  const [, names, key, value] = /^([^:]+):([^=]+)=(.+)$/s.exec(group) ?? [];
  if (names === undefined || key === undefined || value === undefined) {
    throw new FlagError(
      `--${flag} option format is '<config name>:<setting>=<value>'. Got ${group}`,
    );
  }
  if (TOKEN.test(key)) return { names, key, value };
  throw new FlagError(
    `--${flag}: '${key}' can't be the name of a header; use letters, digits and '-'. Got ${group}`,
  );
}

function readFeatures(name: string, flag: string, what: string): readonly Feature[] {
  const features = Object.hasOwn(FEATURES_BY_NAME, name) ? FEATURES_BY_NAME[name] : undefined;
  if (features !== undefined) return features;
  throw new FlagError(
    `--${flag}: unknown restricted ${what} '${name}'. Allowed: ${restrictableNames}.`,
  );
}

/** Characters allowed in a secret: it must fit into a header unchanged. */
const SECRET = /^[!-~]{16,256}$/;

/**
 * Whether `--control-secret=stdin` is given: the only way to pass the secret that no other user can
 * read.
 */
export function wantsControlSecret(flags: FlagReader): boolean {
  const source = flags.text("control-secret");
  if (source === undefined) return false;
  if (source === "stdin") return true;
  throw new FlagError(
    "--control-secret takes stdin: the secret is the first line of standard input, since every user can read a command line.",
  );
}

/** The secret from the first line of standard input. Throws a FlagError that doesn't show it. */
export function parseControlSecret(line: string): string {
  if (SECRET.test(line)) return line;
  throw new FlagError(
    "--control-secret=stdin takes 16 to 256 visible ASCII characters in the first line of standard input.",
  );
}
