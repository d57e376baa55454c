import type { Feature } from "../restrictions.ts";

/** Keyed by the method's name without its service. */
const FEATURES: Readonly<Record<string, Feature>> = {
  ServerLive: "health",
  ServerReady: "health",
  ModelReady: "health",
  Check: "health",
  Watch: "health",
  ServerMetadata: "metadata",
  ModelMetadata: "metadata",
  ModelInfer: "inference",
  ModelStreamInfer: "inference",
  ModelConfig: "model-config",
  ModelStatistics: "statistics",
  RepositoryIndex: "repository-index",
  RepositoryModelLoad: "repository-control",
  RepositoryModelUnload: "repository-control",
  TraceSetting: "trace",
  LogSettings: "logging",
  SystemSharedMemoryStatus: "shared-memory",
  SystemSharedMemoryRegister: "shared-memory",
  SystemSharedMemoryUnregister: "shared-memory",
  CudaSharedMemoryStatus: "shared-memory",
  CudaSharedMemoryRegister: "shared-memory",
  CudaSharedMemoryUnregister: "shared-memory",
  Snapshot: "telemetry",
  Batches: "telemetry",
  Traces: "telemetry",
  CacheObservation: "telemetry",
  ObserveCache: "telemetry",
  StopObservingCache: "telemetry",
  // The version split decides which version serves.
  Get: "repository-control",
  Set: "repository-control",
};

/**
 * The feature of a method such as "/inference.GRPCInferenceService/ModelInfer". Throws if it has
 * none.
 */
export function featureForPath(path: string): Feature {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const feature = Object.hasOwn(FEATURES, name) ? FEATURES[name] : undefined;
  if (feature === undefined) throw new Error(`the gRPC method ${path} belongs to no feature`);
  return feature;
}
