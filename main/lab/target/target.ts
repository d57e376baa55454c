import type { ModelStatistics } from "../../../engine/types.ts";
import { systemClock } from "../../clock.ts";
import type { ModelDetail } from "../../contract/index.ts";
import { TritonAdapter } from "../../servers/triton-adapter.ts";
import { HttpTarget } from "./http-target.ts";

/** A server to measure that is known by its address alone. Calls reject with StatusErrors. */
export interface Target extends Disposable {
  modelDetail(model: string): Promise<ModelDetail>;
  statistics(model: string): Promise<ModelStatistics[]>;
  /** Known after the first answer; null where the server does not tell. */
  readonly version: string | null;
}

/** `address` is HOST:PORT of the wire that is measured: the server is asked over the same one. */
export function openTarget(wire: "http" | "grpc", address: string): Target {
  if (wire === "http") return new HttpTarget(address);
  const endpoints = { grpc: address, http: "", metrics: "" };
  const adapter = new TritonAdapter(
    { id: address, name: address, kind: "triton", endpoints },
    systemClock,
  );
  return {
    modelDetail: (model) => adapter.modelDetail(model),
    statistics: (model) => adapter.statistics(model),
    get version() {
      return adapter.status.version;
    },
    [Symbol.dispose]: () => adapter[Symbol.dispose](),
  };
}
