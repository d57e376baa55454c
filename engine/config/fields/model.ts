import { choice, map, message, oneof, repeated, scalar, type MessageTable } from "../schema.ts";

const SCHEDULER = "scheduling_choice";
const DATA = "input_data_type";

/** ModelConfig itself, and its small messages. */
export const MODEL_MESSAGES: MessageTable = {
  ModelConfig: {
    name: scalar("string", "Name of the model; equals its folder's name.", {
      initial: "that name",
    }),
    platform: scalar(
      "string",
      'Framework of the model, such as "onnxruntime_onnx"; "ensemble" for ensembles.',
      { needs: "no backend, or the backend that it belongs to" },
    ),
    backend: scalar("string", 'Backend that runs the model, such as "onnxruntime" or "python".', {
      initial: "from the model's file",
      excludes: 'platform "ensemble"',
      engine: "onnxruntime, python, identity and repeat",
    }),
    runtime: scalar("string", "File name of the backend's runtime.", {
      initial: "the backend's own",
      engine: "rejected at load",
    }),
    version_policy: message("ModelVersionPolicy", "Which versions are served.", {
      initial: "the newest version",
      effect: "in place",
    }),
    max_batch_size: scalar(
      "int32",
      "Largest batch, in items, and whether tensors have a batch dimension.",
      {
        unit: "items",
        initial: "0: no batches; an ONNX model that can batch and leaves tensors open gets 4",
      },
    ),
    input: repeated(
      message("ModelInput", "The inputs of the model.", {
        initial: "as an ONNX file declares them",
      }),
    ),
    output: repeated(
      message("ModelOutput", "The outputs of the model.", {
        initial: "as an ONNX file declares them",
      }),
    ),
    batch_input: repeated(
      message("BatchInput", "Inputs that the batcher makes for ragged batches.", {
        needs: "an input with allow_ragged_batch",
      }),
    ),
    batch_output: repeated(
      message("BatchOutput", "Outputs that the batcher splits for ragged batches."),
    ),
    optimization: message("ModelOptimizationPolicy", "How execution is optimized.", {
      excludes: "ensemble_scheduling",
    }),
    dynamic_batching: oneof(
      SCHEDULER,
      message("ModelDynamicBatching", "Join requests into batches.", {
        initial: "each request runs alone",
        needs: "max_batch_size above 1 to form batches",
        excludes: "sequence_batching, ensemble_scheduling",
      }),
    ),
    sequence_batching: oneof(
      SCHEDULER,
      message("ModelSequenceBatching", "Send the requests of a sequence to the same instance.", {
        excludes: "dynamic_batching, ensemble_scheduling, response_cache",
      }),
    ),
    ensemble_scheduling: oneof(
      SCHEDULER,
      message("ModelEnsembling", 'The steps of an ensemble; platform must be "ensemble".', {
        needs: 'platform "ensemble"',
        excludes:
          "dynamic_batching, sequence_batching, instance_group, optimization, model_warmup, backend",
      }),
    ),
    instance_group: repeated(
      message("ModelInstanceGroup", "Copies of the model that run at the same time.", {
        initial: "one group",
        excludes: "ensemble_scheduling",
        effect: "in place",
      }),
    ),
    default_model_filename: scalar("string", "File of the model in a version folder.", {
      initial: "by backend",
    }),
    cc_model_filenames: map(
      scalar("string", "Model file by CUDA compute capability.", {
        engine: "rejected at load with KIND_GPU, else ignored",
      }),
    ),
    metric_tags: map(scalar("string", "Further labels of the model's metrics.")),
    parameters: map(message("ModelParameter", "Settings for the backend, by name.")),
    model_warmup: repeated(
      message("ModelWarmup", "Requests that run before the model is ready.", {
        excludes: "ensemble_scheduling",
      }),
    ),
    model_operations: message("ModelOperations", "Libraries of custom operations.", {
      engine: "rejected at load",
    }),
    model_transaction_policy: message(
      "ModelTransactionPolicy",
      "How requests and responses relate.",
      { engine: "of an ensemble derived from its models, as in Triton" },
    ),
    model_repository_agents: message(
      "ModelRepositoryAgents",
      "Agents that prepare the model's files.",
      { engine: "rejected at load" },
    ),
    response_cache: message(
      "ModelResponseCache",
      "Answer repeated requests from the server's cache.",
      {
        needs: "a cache of the server (--cache-config), which takes a restart",
        excludes: "sequence_batching, model_transaction_policy.decoupled",
      },
    ),
    model_metrics: message("ModelMetrics", "Settings of the model's metrics."),
  },
  ModelParameter: {
    string_value: scalar("string", "The value of the setting."),
  },
  ModelWarmup: {
    name: scalar("string", "Name of the warm-up request."),
    batch_size: scalar("uint32", "Batch size, as that many requests of one item; 0 skips.", {
      unit: "requests",
      initial: "0: skipped",
    }),
    inputs: map(
      message("ModelWarmup.Input", "Data by input name.", {
        needs: "every input that is not optional",
      }),
    ),
    count: scalar("uint32", "How often the request runs.", { unit: "runs", initial: "0: once" }),
  },
  "ModelWarmup.Input": {
    data_type: choice("DataType", "Element type of the input.", { required: true }),
    dims: repeated(
      scalar("int64", "Shape of the input, without the batch dimension.", {
        needs: "no variable dimension",
      }),
    ),
    zero_data: oneof(
      DATA,
      scalar("bool", "Send zeros.", { excludes: "random_data, input_data_file" }),
    ),
    random_data: oneof(
      DATA,
      scalar("bool", "Send random values.", { excludes: "zero_data, input_data_file" }),
    ),
    input_data_file: oneof(
      DATA,
      scalar("string", "Send the bytes of this file in warmup/.", {
        excludes: "zero_data, random_data",
      }),
    ),
  },
  ModelOperations: {
    op_library_filename: repeated(scalar("string", "Libraries to load before the model.")),
  },
  ModelTransactionPolicy: {
    decoupled: scalar("bool", "A request may have any number of responses.", {
      initial: "false",
      excludes: "response_cache.enable",
    }),
  },
  ModelRepositoryAgents: {
    agents: repeated(message("ModelRepositoryAgents.Agent", "Agents, in the order they run.")),
  },
  "ModelRepositoryAgents.Agent": {
    name: scalar("string", "Name of the agent.", { required: true }),
    parameters: map(scalar("string", "Settings of the agent, by name.")),
  },
  ModelResponseCache: {
    enable: scalar("bool", "Cache this model's responses; the server needs a cache too.", {
      initial: "false",
      needs: "a cache of the server (--cache-config)",
      excludes: "sequence_batching, model_transaction_policy.decoupled",
    }),
  },
  ModelMetrics: {
    metric_control: repeated(
      message("ModelMetrics.MetricControl", "Settings of one metric family."),
    ),
  },
  "ModelMetrics.MetricControl": {
    metric_identifier: message("ModelMetrics.MetricControl.MetricIdentifier", "Which metric.", {
      required: true,
    }),
    histogram_options: oneof(
      "metric_options",
      message("ModelMetrics.MetricControl.HistogramOptions", "Settings of a histogram.", {
        required: true,
      }),
    ),
  },
  "ModelMetrics.MetricControl.MetricIdentifier": {
    family: scalar("string", "Name of the metric family.", { required: true }),
  },
  "ModelMetrics.MetricControl.HistogramOptions": {
    buckets: repeated(
      scalar("double", "Upper bounds of the buckets, in the metric's unit.", { required: true }),
    ),
  },
};
