import { batchdeck } from "../../../assets/proto/index.ts";
import type { Engine, VersionSplit } from "../../types.ts";
import { unary } from "./unary.ts";
import type { UnaryMethod } from "./wire.ts";

const { GetVersionSplitRequest, SetVersionSplitRequest, VersionSplitResponse } =
  batchdeck.telemetry.v1;

const SERVICE = "/batchdeck.telemetry.v1.VersionSplit/";

/** Batchdeck's own service: how requests without a version are split among a model's versions. */
export function versionSplitService(engine: Engine): UnaryMethod[] {
  const message = (weights: VersionSplit) => ({ weights: { ...weights } });
  return [
    unary(`${SERVICE}Get`, GetVersionSplitRequest, VersionSplitResponse, ({ model }) =>
      message(engine.versionSplit(model)),
    ),
    unary(`${SERVICE}Set`, SetVersionSplitRequest, VersionSplitResponse, ({ model, weights }) => {
      engine.setVersionSplit(model, weights);
      return message(engine.versionSplit(model));
    }),
  ];
}
