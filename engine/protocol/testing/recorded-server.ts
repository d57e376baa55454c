import { readFileSync, rmSync } from "node:fs";
import { createEngine } from "../../engine.ts";
import type { Engine } from "../../types.ts";
import { serveEngineGrpc } from "../grpc/server.ts";
import { engineRoutes } from "../http/routes.ts";
import { serveHttp } from "../http/server.ts";
import { recordedRepository } from "./recorded-repository.ts";

/** The exchanges of a recording in fixtures/. */
export function recorded<Exchange>(file: string): Exchange[] {
  const url = new URL(`../fixtures/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { exchanges: Exchange[] }).exchanges;
}

export interface RecordedServer {
  readonly engine: Engine;
  readonly http: string;
  readonly grpc: string;
  close(): Promise<void>;
}

/** The real engine behind the real servers, configured like the recorded Triton. */
export async function recordedServer(loadModels: readonly string[]): Promise<RecordedServer> {
  const repository = recordedRepository();
  const engine = await createEngine({
    modelRepository: repository,
    modelControlMode: "explicit",
    loadModels,
    cacheBytes: 1 << 20,
  });
  const address = { host: "127.0.0.1", port: 0 };
  const http = await serveHttp(engineRoutes(engine), address);
  const grpc = await serveEngineGrpc(engine, address);
  return {
    engine,
    http: `http://127.0.0.1:${http.port}`,
    grpc: `127.0.0.1:${grpc.port}`,
    async close() {
      await Promise.all([http.close(AbortSignal.abort()), grpc.close(AbortSignal.abort())]);
      await engine.close();
      rmSync(repository, { recursive: true, force: true });
    },
  };
}
