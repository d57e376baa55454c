import { FlagError, type FlagReader } from "./flag-values.ts";

/** Paths of PEM files. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** CA for client certificates; undefined: clients need none. */
  readonly clientCa: string | undefined;
}

const FILE_FLAGS = ["grpc-server-cert", "grpc-server-key", "grpc-root-cert"] as const;

/** The TLS settings from the flags (SERVING-5). */
export function tlsFlags(flags: FlagReader): TlsFiles | undefined {
  const mutual = flags.boolean("grpc-use-ssl-mutual", false);
  if (!flags.boolean("grpc-use-ssl", false) && !mutual) return undefined;
  const asked = mutual ? "--grpc-use-ssl-mutual" : "--grpc-use-ssl";
  const file = (name: (typeof FILE_FLAGS)[number]): string => {
    const path = flags.text(name) ?? "";
    if (path !== "") return path;
    throw new FlagError(`${asked}=true needs --${name}=FILE.`);
  };
  return {
    cert: file("grpc-server-cert"),
    key: file("grpc-server-key"),
    clientCa: mutual ? file("grpc-root-cert") : undefined,
  };
}

/** Given files that are not used, each with the reason. */
export function idleTlsFlags(flags: FlagReader, files: TlsFiles | undefined): string[] {
  return FILE_FLAGS.flatMap((name) => {
    if (flags.text(name) === undefined) return [];
    if (files === undefined) return [`--${name} (gRPC is served without TLS: --grpc-use-ssl=true)`];
    if (name !== "grpc-root-cert" || files.clientCa !== undefined) return [];
    return [`--${name} (clients need no certificate: --grpc-use-ssl-mutual=true)`];
  });
}
