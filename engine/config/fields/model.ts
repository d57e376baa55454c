import { choice, map, message, oneof, repeated, scalar, type MessageTable } from "../schema.ts";

const SCHEDULER = "scheduling_choice";
const DATA = "input_data_type";

/** The configuration itself, and the small messages that hang on it. */
export const MODEL_MESSAGES: MessageTable = {
  ModelConfig: {
    name: scalar("string", "Name of the model; equals its folder's name. Default that name."),
    platform: scalar(
      "string",
      'Framework of the model, such as "onnxruntime_onnx"; "ensemble" for ensembles.',
    ),
    backend: scalar("string", 'Backend that runs the model, such as "onnxruntime" or "python".'),
    runtime: scalar("string", "File name of the backend's runtime. Default the backend's own."),
    version_policy: message(
      "ModelVersionPolicy",
      "Which versions are served. Default the newest one.",
    ),
    max_batch_size: scalar(
      "int32",
      "Largest batch, in items, and whether tensors have a batch dimension. Default 0: no batching.",
    ),
    input: repeated(message("ModelInput", "The inputs of the model.")),
    output: repeated(message("ModelOutput", "The outputs of the model.")),
    batch_input: repeated(
      message("BatchInput", "Inputs that the batcher makes for ragged batches."),
    ),
    batch_output: repeated(
      message("BatchOutput", "Outputs that the batcher splits for ragged batches."),
    ),
    optimization: message("ModelOptimizationPolicy", "How execution is optimized."),
    dynamic_batching: oneof(
      SCHEDULER,
      message(
        "ModelDynamicBatching",
        "Join requests into batches. Default: each request runs alone.",
      ),
    ),
    sequence_batching: oneof(
      SCHEDULER,
      message("ModelSequenceBatching", "Send the requests of a sequence to the same instance."),
    ),
    ensemble_scheduling: oneof(
      SCHEDULER,
      message("ModelEnsembling", 'The steps of an ensemble; platform must be "ensemble".'),
    ),
    instance_group: repeated(
      message(
        "ModelInstanceGroup",
        "Copies of the model that run at the same time. Default one group.",
      ),
    ),
    default_model_filename: scalar(
      "string",
      "File of the model in a version folder. Default by backend.",
    ),
    cc_model_filenames: map(scalar("string", "Model file by CUDA compute capability.")),
    metric_tags: map(scalar("string", "Further labels of the model's metrics.")),
    parameters: map(message("ModelParameter", "Settings for the backend, by name.")),
    model_warmup: repeated(message("ModelWarmup", "Requests that run before the model is ready.")),
    model_operations: message("ModelOperations", "Libraries of custom operations."),
    model_transaction_policy: message(
      "ModelTransactionPolicy",
      "How requests and responses relate.",
    ),
    model_repository_agents: message(
      "ModelRepositoryAgents",
      "Agents that prepare the model's files.",
    ),
    response_cache: message(
      "ModelResponseCache",
      "Answer repeated requests from the server's cache.",
    ),
    model_metrics: message("ModelMetrics", "Settings of the model's metrics."),
  },
  ModelParameter: {
    string_value: scalar("string", "The value of the setting."),
  },
  ModelWarmup: {
    name: scalar("string", "Name of the warm-up request."),
    batch_size: scalar(
      "uint32",
      "Batch size, as that many requests of one item; 0 skips. Default 0.",
    ),
    inputs: map(message("ModelWarmup.Input", "Data by input name.")),
    count: scalar("uint32", "How often the request runs. Default 0: once."),
  },
  "ModelWarmup.Input": {
    data_type: choice("DataType", "Element type of the input."),
    dims: repeated(scalar("int64", "Shape of the input, without the batch dimension.")),
    zero_data: oneof(DATA, scalar("bool", "Send zeros.")),
    random_data: oneof(DATA, scalar("bool", "Send random values.")),
    input_data_file: oneof(DATA, scalar("string", "Send the bytes of this file in warmup/.")),
  },
  ModelOperations: {
    op_library_filename: repeated(scalar("string", "Libraries to load before the model.")),
  },
  ModelTransactionPolicy: {
    decoupled: scalar("bool", "A request may have any number of responses. Default false."),
  },
  ModelRepositoryAgents: {
    agents: repeated(message("ModelRepositoryAgents.Agent", "Agents, in the order they run.")),
  },
  "ModelRepositoryAgents.Agent": {
    name: scalar("string", "Name of the agent."),
    parameters: map(scalar("string", "Settings of the agent, by name.")),
  },
  ModelResponseCache: {
    enable: scalar(
      "bool",
      "Cache this model's responses; the server needs a cache too. Default false.",
    ),
  },
  ModelMetrics: {
    metric_control: repeated(
      message("ModelMetrics.MetricControl", "Settings of one metric family."),
    ),
  },
  "ModelMetrics.MetricControl": {
    metric_identifier: message(
      "ModelMetrics.MetricControl.MetricIdentifier",
      "Which metric. Required.",
    ),
    histogram_options: oneof(
      "metric_options",
      message("ModelMetrics.MetricControl.HistogramOptions", "Settings of a histogram."),
    ),
  },
  "ModelMetrics.MetricControl.MetricIdentifier": {
    family: scalar("string", "Name of the metric family."),
  },
  "ModelMetrics.MetricControl.HistogramOptions": {
    buckets: repeated(scalar("double", "Upper bounds of the buckets, in the metric's unit.")),
  },
};
