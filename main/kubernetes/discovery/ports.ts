import type { ServingPorts } from "../../contract/index.ts";
import type { Container, ContainerPort } from "../objects.ts";
import type { Signs } from "./signs.ts";

type Use = keyof ServingPorts;

const names: Readonly<Record<Use, RegExp>> = {
  http: /^(h1-)?(http|http1|rest|web|api|serve|user-port|http-.*|.*-http|.*-rest)$/,
  grpc: /^(grpc|h2c|grpc-.*|.*-grpc)$/,
  metrics: /^(metrics|metrics-.*|.*-metrics|prometheus)$/,
};

/**
 * Where a container listens: by its arguments, else a port that it declares by its kind's number or by name,
 * else its kind's own.
 */
export function findPorts(
  container: Container,
  signs: Signs,
): { ports: ServingPorts; words: string } {
  const declared = container.ports ?? [];
  const line = [...(container.command ?? []), ...(container.args ?? [])];
  const find = (use: Use) => {
    const usual = signs[use];
    const flagPort = readFlag(line, signs.flags[use] ?? []);
    if (flagPort !== null) return { port: flagPort, how: "its arguments" };
    const port = declaredPort(declared, use, usual);
    if (port !== null) return { port, how: "its ports" };
    // Where ports are declared, a missing one may be turned off; HTTP is always assumed.
    if (usual !== null && (declared.length === 0 || use === "http"))
      return { port: usual, how: `what ${signs.name} listens on by default` };
    return null;
  };
  const found = { http: find("http"), grpc: find("grpc"), metrics: find("metrics") };
  const uses = (["http", "grpc", "metrics"] as const).flatMap((use) => {
    const each = found[use];
    return each ? [`${label[use]} at ${each.port} by ${each.how}`] : [];
  });
  const port = (use: Use) => found[use]?.port ?? null;
  return {
    ports: { http: port("http"), grpc: port("grpc"), metrics: port("metrics") },
    words: `${uses.join(", ")}.`,
  };
}

const label: Readonly<Record<Use, string>> = { http: "HTTP", grpc: "gRPC", metrics: "metrics" };

/** An image without registry host, tag and digest: nvidia/tritonserver. */
export function imageName(image: string): string {
  const [bare = ""] = image.split("@");
  const parts = bare.split("/");
  const [host = ""] = parts;
  const hasHost = parts.length > 1 && (/[.:]/.test(host) || host === "localhost");
  return (hasHost ? parts.slice(1) : parts)
    .join("/")
    .replace(/:[^/:]*$/, "")
    .toLowerCase();
}

function declaredPort(
  declared: readonly ContainerPort[],
  use: Use,
  usual: number | null,
): number | null {
  const byName = declared.find(({ name = "" }) => names[use].test(name));
  const byNumber = declared.find(({ containerPort }) => containerPort === usual);
  const takenByName =
    byNumber && Object.values(names).some((each) => each.test(byNumber.name ?? ""));
  return byName?.containerPort ?? (takenByName ? null : (byNumber?.containerPort ?? null));
}

function readFlag(line: readonly string[], flags: readonly string[]): number | null {
  const words = line.flatMap((each) => each.split(/\s+/));
  for (const [index, word] of words.entries()) {
    const flag = flags.find((each) => word === each || word.startsWith(`${each}=`));
    if (flag === undefined) continue;
    const port = Number(word === flag ? words[index + 1] : word.slice(flag.length + 1));
    if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  }
  return null;
}
