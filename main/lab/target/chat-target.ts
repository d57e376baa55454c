import { StatusError } from "../../../base/status-error.ts";
import type { ObservedModel, ServerKind } from "../../contract/index.ts";
import { formatAuthority, chatInterface, type Target } from "../../wire/index.ts";
import type { Observation } from "../../servers/index.ts";
import { vllm } from "../../servers/kinds/index.ts";
import { ServerHttp } from "../../wire/transport/index.ts";

/** A chat server to measure that is only known by its target. */
export class ChatTarget implements Disposable {
  readonly #target: Target;
  readonly #http: ServerHttp;
  #kind: ServerKind = "vllm";

  constructor(target: Target) {
    this.#target = target;
    this.#http = new ServerHttp(target);
  }

  /** Chooses its interface: OpenVINO Model Server's if models were found only there. */
  get kind(): ServerKind {
    return this.#kind;
  }

  /** The models in its list; none without a list. Rejects if nothing responds, or with a rejection. */
  async models(): Promise<Pick<ObservedModel, "name">[]> {
    const listed = await this.#listed("vllm");
    if (listed) return listed;
    const elsewhere = await this.#listed("openvino");
    if (elsewhere) this.#kind = "openvino";
    return elsewhere ?? [];
  }

  async #listed(kind: ServerKind): Promise<Pick<ObservedModel, "name">[] | null> {
    const path = `${chatInterface(kind)}/models`;
    const { status, text } = await this.#http.get(path);
    if (status === 401 || status === 403) {
      throw new StatusError(
        "UNAUTHENTICATED",
        `${formatAuthority(this.#target)} answers HTTP ${status} to ${path}: give its key by -H 'Authorization: Bearer …'.`,
      );
    }
    const list = status === 200 ? (json(text) as { data?: unknown } | null)?.data : null;
    if (!Array.isArray(list)) return null;
    return list.flatMap(({ id }: { id?: unknown }) =>
      typeof id === "string" ? [{ name: id }] : [],
    );
  }

  /** GET /version, as in vLLM; null if not reported. */
  async version(): Promise<string | null> {
    const { status, text } = await this.#http.get("/version");
    const version = status === 200 ? (json(text) as { version?: unknown } | null)?.version : null;
    return typeof version === "string" ? version : null;
  }

  /** As vLLM's metrics report; rejects without any. */
  observe(): Promise<Observation> {
    return vllm.observe({ http: this.#http, metrics: null, grpc: null });
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
