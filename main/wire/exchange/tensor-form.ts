import type { Target } from "../index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { ServerHttp } from "../transport/index.ts";

/** The response to GET /v2, as far as needed. */
interface ServerMetadata {
  readonly name?: unknown;
  readonly extensions?: unknown;
}

/**
 * Accept binary tensors without announcing it (openvinotoolkit/model_server, docs/binary_input_kfs.md; outputs since
 * 2022.3, its pull request 1553). MLServer does not (SeldonIO/MLServer, issue 324). KServe's Python runtimes accept
 * them since 0.14 (kserve/kserve, pull request 3685) without announcing it: they get JSON, which every version accepts.
 */
const SILENT = /^openvino model server$/i;

/** Whether a server with this metadata needs its tensors as JSON over HTTP (LAB-GEN-36). */
export function wantsJson({ name, extensions }: ServerMetadata): boolean {
  const isSaid = Array.isArray(extensions) && extensions.includes("binary_tensor_data");
  return !isSaid && !(typeof name === "string" && SILENT.test(name));
}

interface Known {
  readonly since: number;
  readonly asJson: Promise<boolean>;
}

/** Until the server's state changes. */
const known = new WeakMap<ServerAdapter, Known>();

/** Whether a server needs its tensors as JSON over HTTP. True while it does not respond; then it is asked again. */
export async function sendsJson(server: ServerAdapter): Promise<boolean> {
  if (server.capabilities.includes("statistics")) return false;
  const { since } = server.status;
  const before = known.get(server);
  if (before?.since === since) return await before.asJson;
  const { http } = await server.access();
  if (!http) return false;
  const asJson = askedJson(http).catch(() => {
    known.delete(server);
    return true;
  });
  known.set(server, { since, asJson });
  return await asJson;
}

async function askedJson(target: Target): Promise<boolean> {
  using http = new ServerHttp(target);
  const { status, text } = await http.get("/v2");
  return status !== 200 || wantsJson(JSON.parse(text) as ServerMetadata);
}
