import { StatusError } from "../../../base/status-error.ts";
import type { ObservedModel, ServerKind } from "../../contract/index.ts";
import { formatAuthority, chatInterface, type Target } from "../../wire/index.ts";
import type { Observation } from "../../servers/index.ts";
import { type ObservedKind, type Reach, vllm } from "../../servers/kinds/index.ts";
import { recognise } from "../../servers/kinds/recognise.ts";
import { ServerHttp } from "../../wire/transport/index.ts";

interface RecognisedServer {
  readonly kind: ObservedKind;
  readonly version: string | null;
}

/** A chat server to measure that is only known by its target. */
export class ChatTarget implements Disposable {
  readonly #target: Target;
  readonly #http: ServerHttp;
  readonly #reach: Reach;
  /** Null until it was recognised, and where it is of no known kind. */
  #recognised: RecognisedServer | null = null;
  /** By the interface that lists its models, where it wasn't recognised. */
  #assumed: ServerKind = "vllm";

  constructor(target: Target) {
    this.#target = target;
    this.#http = new ServerHttp(target);
    this.#reach = { http: this.#http, metrics: null, grpc: null };
  }

  /** Which interface it has, and how its connections end; vLLM's if it is of no known kind. */
  get kind(): ServerKind {
    return this.#recognised?.kind.kind ?? this.#assumed;
  }

  /** As recognised; null if not reported. */
  get version(): string | null {
    return this.#recognised?.version ?? null;
  }

  /** Asks what it is. Never rejects: a server that doesn't say is measured by the interface that lists its models. */
  async recognise(): Promise<void> {
    const found = await recognise(this.#reach, null, []).catch(() => null);
    if (found === null || found.kind === "triton") return;
    const { kind, recognised } = found;
    if (![...kind.capabilities, ...(recognised.beyond ?? [])].includes("chat")) return;
    this.#recognised = { kind, version: recognised.version };
  }

  /** The models in its list; none without a list. Rejects if nothing responds, or with a rejection. */
  async models(): Promise<Pick<ObservedModel, "name">[]> {
    const listed = await this.#listed("vllm");
    if (listed) return listed;
    const elsewhere = await this.#listed("openvino");
    if (elsewhere) this.#assumed = "openvino";
    return elsewhere ?? [];
  }

  async #listed(kind: ServerKind): Promise<Pick<ObservedModel, "name">[] | null> {
    const path = `${chatInterface(kind)}/models`;
    const { status, text } = await this.#http.get(path);
    if (status === 401 || status === 403) {
      throw new StatusError(
        "UNAUTHENTICATED",
        `${formatAuthority(this.#target)} responds with HTTP ${status} to ${path}. Pass its key with -H 'Authorization: Bearer …'.`,
      );
    }
    const list = status === 200 ? (json(text) as { data?: unknown } | null)?.data : null;
    if (!Array.isArray(list)) return null;
    return list.flatMap(({ id }: { id?: unknown }) =>
      typeof id === "string" ? [{ name: id }] : [],
    );
  }

  /** As its kind's metrics report; rejects without any. */
  observe(): Promise<Observation> {
    return (this.#recognised?.kind ?? vllm).observe(this.#reach);
  }

  [Symbol.dispose](): void {
    this.#http[Symbol.dispose]();
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
