import { inference } from "../../../assets/proto/index.ts";
import type { Engine } from "../../types.ts";
import { loadParameters, refuseRepositoryName, unloadDependents } from "../repository-calls.ts";
import { infer } from "./infer.ts";
import { inferStream } from "./infer-stream.ts";
import { settingsMethods } from "./settings-methods.ts";
import { sharedMemoryMethods } from "./shared-memory-methods.ts";
import { unary } from "./unary.ts";
import type { Method, UnaryMethod } from "./wire.ts";

const SERVICE = "/inference.GRPCInferenceService/";

type RepositoryParameters = { [key: string]: inference.ModelRepositoryParameter.$Properties };

/** inference.GRPCInferenceService over an engine. */
export function inferenceService(engine: Engine): Method[] {
  return [
    ...health(engine),
    ...models(engine),
    inferStream(`${SERVICE}ModelStreamInfer`, engine),
    ...repository(engine),
    ...sharedMemoryMethods(SERVICE, engine),
    ...settingsMethods(SERVICE, engine),
  ];
}

function health(engine: Engine): UnaryMethod[] {
  return [
    unary(
      `${SERVICE}ServerLive`,
      inference.ServerLiveRequest,
      inference.ServerLiveResponse,
      () => ({ live: engine.live() }),
    ),
    unary(
      `${SERVICE}ServerReady`,
      inference.ServerReadyRequest,
      inference.ServerReadyResponse,
      () => ({ ready: engine.ready() }),
    ),
    unary(
      `${SERVICE}ServerMetadata`,
      inference.ServerMetadataRequest,
      inference.ServerMetadataResponse,
      () => engine.serverMetadata(),
    ),
  ];
}

function models(engine: Engine): UnaryMethod[] {
  return [
    infer(`${SERVICE}ModelInfer`, engine),
    unary(
      `${SERVICE}ModelReady`,
      inference.ModelReadyRequest,
      inference.ModelReadyResponse,
      async ({ name, version }) => ({ ready: await engine.checkReady(name, version) }),
    ),
    unary(
      `${SERVICE}ModelMetadata`,
      inference.ModelMetadataRequest,
      inference.ModelMetadataResponse,
      ({ name, version }) => engine.modelMetadata(name, version),
    ),
    unary(
      `${SERVICE}ModelConfig`,
      inference.ModelConfigRequest,
      inference.ModelConfigResponse,
      ({ name, version }) => ({
        config: inference.ModelConfig.fromObject(engine.modelConfig(name, version)),
      }),
    ),
    unary(
      `${SERVICE}ModelStatistics`,
      inference.ModelStatisticsRequest,
      inference.ModelStatisticsResponse,
      ({ name, version }) => ({ model_stats: engine.modelStatistics(name, version) }),
    ),
  ];
}

function repository(engine: Engine): UnaryMethod[] {
  return [
    unary(
      `${SERVICE}RepositoryIndex`,
      inference.RepositoryIndexRequest,
      inference.RepositoryIndexResponse,
      async (message) => {
        refuseRepositoryName(message.repository_name);
        return { models: await engine.repositoryIndex(message.ready) };
      },
    ),
    {
      ...unary(
        `${SERVICE}RepositoryModelLoad`,
        inference.RepositoryModelLoadRequest,
        inference.RepositoryModelLoadResponse,
        async (message) => {
          refuseRepositoryName(message.repository_name);
          await engine.loadModel(message.model_name, loadParameters(values(message.parameters)));
          return {};
        },
      ),
      // Load calls carry files, so this one has the full size limit.
      maxRequestBytes: Infinity,
    },
    unary(
      `${SERVICE}RepositoryModelUnload`,
      inference.RepositoryModelUnloadRequest,
      inference.RepositoryModelUnloadResponse,
      async (message) => {
        refuseRepositoryName(message.repository_name);
        await engine.unloadModel(message.model_name, unloadDependents(values(message.parameters)));
        return {};
      },
    ),
  ];
}

function values(parameters: RepositoryParameters): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, parameter]) => [
      key,
      parameter.parameter_choice && parameter[parameter.parameter_choice],
    ]),
  );
}
