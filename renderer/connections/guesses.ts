import type { ConnectionDraft } from "../../main/contract/index.ts";
import {
  type Addresses,
  encrypted,
  isEncrypted,
  parseAddressParts,
  WAYS,
  type Way,
} from "../host/addresses.ts";
import { REMOTE_KINDS } from "../host/kinds.tsx";

type RemoteKind = (typeof REMOTE_KINDS)[number];
interface Ports extends Readonly<Partial<Record<Way, number>>> {
  /** Port that its clients use: the console needs another address instead. */
  readonly entrance?: number;
}

/** Default ports of each kind. */
export const DEFAULT_PORTS: Record<RemoteKind, Ports> = {
  triton: { http: 8000, grpc: 8001, metrics: 8002 },
  vllm: { http: 8000 },
  sglang: { http: 30000 },
  llamaCpp: { http: 8080 },
  ollama: { http: 11434 },
  tgi: { http: 3000 },
  trtllm: { http: 8000 },
  dynamo: { http: 8000 },
  openai: { http: 8000 },
  endpointPicker: { http: 9090 },
  openInference: { http: 8080, grpc: 8081 },
  mlserver: { http: 8080, grpc: 8081, metrics: 8082 },
  openvino: { http: 8000, grpc: 9000 },
  torchserve: { http: 8081, metrics: 8082, entrance: 8080 },
  tensorflowServing: { http: 8501, grpc: 8500 },
  rayServe: { http: 8265, entrance: 8000 },
};

export interface Guess {
  /** Kinds with these default ports. */
  readonly kinds: readonly RemoteKind[];
  /** Values for addresses that are empty or those of the entrance. */
  readonly fills: Readonly<Partial<Addresses>>;
}

/**
 * Probable further addresses of a server, guessed from the given ones and the default ports of server kinds. Only offered,
 * since other ports are possible.
 */
export function guessAddresses(addresses: Addresses, kind: ConnectionDraft["kind"]): Guess[] {
  const known = WAYS.filter((way) => addresses[way].trim() !== "");
  const [first] = known;
  if (first === undefined) return [];
  const { host } = parseAddressParts(addresses[first]);
  if (host === "") return [];
  const secure = known.some((way) => isEncrypted(addresses[way]));
  const guesses = new Map<string, Guess>();
  for (const each of kind === "auto" ? REMOTE_KINDS : ([kind] as const)) {
    const ports = DEFAULT_PORTS[each];
    const portOf = (way: Way) => parseAddressParts(addresses[way]).port;
    const enters = ports.entrance !== undefined && portOf("http") === ports.entrance;
    if (!enters && !known.some((way) => portOf(way) === ports[way])) continue;
    const fills = Object.fromEntries(
      WAYS.flatMap((way) => {
        const port = ports[way];
        const isThere = known.includes(way) && !(enters && way === "http");
        if (port === undefined || isThere) return [];
        return [[way, encrypted(way, `${host}:${port}`, secure)]];
      }),
    );
    if (Object.keys(fills).length === 0) continue;
    const key = JSON.stringify(fills);
    guesses.set(key, { fills, kinds: [...(guesses.get(key)?.kinds ?? []), each] });
  }
  return [...guesses.values()];
}
