import { inference } from "../../../assets/proto/index.ts";
import type {
  ModelIndexEntry,
  ModelMetadata,
  ModelState,
  ModelStatistics,
  ServerMetadata,
} from "../../../engine/types.ts";
import type { CallOptions, GrpcClient } from "../../wire/transport/index.ts";
import { toConfigJson, toModelStatistics } from "../messages.ts";
import { LOAD_TIMEOUT_MS, type TritonClient } from "./client.ts";
import { withModelControl } from "./model-control.ts";

const SERVICE = "/inference.GRPCInferenceService";

/** Triton's gRPC service. */
export class TritonOverGrpc implements TritonClient {
  readonly #grpc: GrpcClient;

  constructor(grpc: GrpcClient) {
    this.#grpc = grpc;
  }

  async serverMetadata(options: CallOptions): Promise<ServerMetadata> {
    const { ServerMetadataRequest, ServerMetadataResponse } = inference;
    const { name, version, extensions } = await this.#grpc.call(
      {
        path: `${SERVICE}/ServerMetadata`,
        request: ServerMetadataRequest,
        response: ServerMetadataResponse,
      },
      {},
      options,
    );
    return { name, version, extensions };
  }

  async repositoryIndex(options: CallOptions): Promise<ModelIndexEntry[]> {
    const { RepositoryIndexRequest, RepositoryIndexResponse } = inference;
    const { models } = await this.#grpc.call(
      {
        path: `${SERVICE}/RepositoryIndex`,
        request: RepositoryIndexRequest,
        response: RepositoryIndexResponse,
      },
      {},
      options,
    );
    return models.map(({ name, version, state, reason }) => ({
      name: name ?? "",
      ...(version && { version }),
      ...(state && { state: state as ModelState }),
      ...(reason && { reason }),
    }));
  }

  async modelStatistics(name: string, options: CallOptions): Promise<ModelStatistics[]> {
    const { ModelStatisticsRequest, ModelStatisticsResponse } = inference;
    const { model_stats } = await this.#grpc.call(
      {
        path: `${SERVICE}/ModelStatistics`,
        request: ModelStatisticsRequest,
        response: ModelStatisticsResponse,
      },
      { name },
      options,
    );
    return model_stats.map(toModelStatistics);
  }

  async modelMetadata(model: string, options: CallOptions): Promise<ModelMetadata> {
    const { ModelMetadataRequest, ModelMetadataResponse } = inference;
    const response = await this.#grpc.call(
      {
        path: `${SERVICE}/ModelMetadata`,
        request: ModelMetadataRequest,
        response: ModelMetadataResponse,
      },
      { name: model },
      options,
    );
    const tensor = (each: inference.ModelMetadataResponse.TensorMetadata.$Properties) => ({
      name: each.name ?? "",
      datatype: (each.datatype ?? "") as ModelMetadata["inputs"][number]["datatype"],
      shape: (each.shape ?? []).map(Number),
    });
    return {
      name: response.name,
      versions: response.versions,
      platform: response.platform,
      inputs: response.inputs.map(tensor),
      outputs: response.outputs.map(tensor),
    };
  }

  async modelConfig(name: string, options: CallOptions): Promise<Record<string, unknown>> {
    const { ModelConfigRequest, ModelConfigResponse } = inference;
    const { config } = await this.#grpc.call(
      {
        path: `${SERVICE}/ModelConfig`,
        request: ModelConfigRequest,
        response: ModelConfigResponse,
      },
      { name },
      options,
    );
    return toConfigJson(config ?? {});
  }

  async load(model: string, configJson: string | undefined, options: CallOptions): Promise<void> {
    const { RepositoryModelLoadRequest, RepositoryModelLoadResponse } = inference;
    const parameters = configJson === undefined ? {} : { config: { string_param: configJson } };
    await withModelControl(
      this.#grpc.call(
        {
          path: `${SERVICE}/RepositoryModelLoad`,
          request: RepositoryModelLoadRequest,
          response: RepositoryModelLoadResponse,
        },
        { model_name: model, parameters },
        { timeoutMs: LOAD_TIMEOUT_MS, ...options },
      ),
    );
  }

  async unload(model: string, options: CallOptions): Promise<void> {
    const { RepositoryModelUnloadRequest, RepositoryModelUnloadResponse } = inference;
    await withModelControl(
      this.#grpc.call(
        {
          path: `${SERVICE}/RepositoryModelUnload`,
          request: RepositoryModelUnloadRequest,
          response: RepositoryModelUnloadResponse,
        },
        { model_name: model, parameters: {} },
        { timeoutMs: LOAD_TIMEOUT_MS, ...options },
      ),
    );
  }
}
