import type { Clock } from "../../../base/clock.ts";
import type { FleetMembers } from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { Member, MemberSource } from "../members.ts";
import { bracketed } from "./key.ts";
import type { Resolver } from "./resolver.ts";

type Dns = Extract<FleetMembers, { kind: "dns" }>;

/** A failed look-up is repeated after at most this many seconds. */
const RETRY_SECONDS = 5;

/** The addresses of a name, looked up regularly. */
export class DnsMembers implements MemberSource {
  readonly #name: Dns;
  readonly #resolver: Resolver;
  readonly #clock: Clock;
  readonly #listeners = new Listeners<void>("fleets");
  #members: readonly Member[] = [];
  #problem: string | null = null;
  #timer: Disposable | null = null;
  #ended = false;

  constructor(name: Dns, resolver: Resolver, clock: Clock) {
    this.#name = name;
    this.#resolver = resolver;
    this.#clock = clock;
    void this.#look();
  }

  members(): readonly Member[] {
    return this.#members;
  }

  problem(): string | null {
    return this.#problem;
  }

  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  [Symbol.dispose](): void {
    this.#ended = true;
    this.#timer?.[Symbol.dispose]();
  }

  async #look(): Promise<void> {
    const before = JSON.stringify([this.#members, this.#problem]);
    try {
      const found = await this.#find();
      if (found.length === 0) throw new Error("it has no addresses");
      this.#members = found.sort((a, b) => (a.key < b.key ? -1 : 1));
      this.#problem = null;
    } catch (error) {
      this.#problem = `'${this.#name.host}' could not be looked up: ${describeDnsError(error)}.`;
    }
    if (this.#ended) return;
    const { everySeconds } = this.#name;
    const seconds = this.#problem === null ? everySeconds : Math.min(RETRY_SECONDS, everySeconds);
    this.#timer = this.#clock.after(seconds * 1000, () => void this.#look());
    if (JSON.stringify([this.#members, this.#problem]) !== before) this.#listeners.emit();
  }

  async #find(): Promise<Member[]> {
    const { host, records, grpcPort, httpPort } = this.#name;
    if (records === "addresses") {
      const addresses = new Set(await this.#resolver.addresses(host));
      return [...addresses].map((each) => this.#member(each, grpcPort, httpPort));
    }
    const services = await this.#resolver.services(host);
    return services.map((each) =>
      records === "srvGrpc"
        ? this.#member(each.host, each.port, httpPort)
        : this.#member(each.host, grpcPort, each.port),
    );
  }

  #member(host: string, grpc: number | null, http: number | null): Member {
    const { encrypted, metricsPort } = this.#name;
    const at = (port: number | null, scheme: string) =>
      port === null ? "" : `${scheme}${encrypted ? "s" : ""}://${bracketed(host)}:${port}`;
    const key = `${bracketed(host)}:${grpc ?? http ?? ""}`;
    return {
      key,
      name: key,
      grpc: at(grpc, "grpc"),
      http: at(http, "http"),
      metrics: at(metricsPort, "http"),
      note: "",
    };
  }
}

const CODES: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such name",
  ENODATA: "it has no such records",
  EAI_AGAIN: "the name server does not answer",
  ETIMEOUT: "the name server does not answer",
};

function describeDnsError(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return (code && CODES[code]) || message || String(error);
}
