import { choice, map, message, oneof, repeated, scalar, type MessageTable } from "../schema.ts";

const PREFERRED =
  "Batch sizes, in items, that are sent as soon as they are reached. Default the maximum batch size.";
const DELAY =
  "Longest time, in microseconds, that the oldest request waits for the batch to fill. Default 0: no waiting.";
const STRATEGY = "strategy_choice";

/** The dynamic batcher, sequences and ensembles. */
export const SCHEDULING_MESSAGES: MessageTable = {
  ModelDynamicBatching: {
    preferred_batch_size: repeated(scalar("int32", PREFERRED)),
    max_queue_delay_microseconds: scalar("uint64", DELAY),
    preserve_ordering: scalar(
      "bool",
      "Send responses in the order of their requests. Default false.",
    ),
    priority_levels: scalar(
      "uint64",
      "Number of priorities; 1 is the highest. Default 0: no priorities.",
    ),
    default_priority_level: scalar(
      "uint64",
      "Priority of requests that give none, from 1 to priority_levels.",
    ),
    default_queue_policy: message(
      "ModelQueuePolicy",
      "Queue policy where priority_queue_policy has none.",
    ),
    priority_queue_policy: map(
      message("ModelQueuePolicy", "Queue policy by priority level."),
      "uint64",
    ),
  },
  ModelQueuePolicy: {
    timeout_action: choice(
      "ModelQueuePolicy.TimeoutAction",
      "What happens to a request that waits longer than its timeout. Default REJECT.",
    ),
    default_timeout_microseconds: scalar(
      "uint64",
      "Longest time, in microseconds, that a request may wait in the queue. Default 0: no limit.",
    ),
    allow_timeout_override: scalar(
      "bool",
      "A request may shorten its timeout; it cannot lengthen it, nor set one where the default is 0. Default false.",
    ),
    max_queue_size: scalar(
      "uint32",
      "Requests that may wait; one more is refused with UNAVAILABLE. Default 0: no limit.",
    ),
  },
  ModelSequenceBatching: {
    direct: oneof(
      STRATEGY,
      message(
        "ModelSequenceBatching.StrategyDirect",
        "Each sequence keeps one batch slot. The default.",
      ),
    ),
    oldest: oneof(
      STRATEGY,
      message(
        "ModelSequenceBatching.StrategyOldest",
        "Sequences are batched dynamically, oldest first.",
      ),
    ),
    max_sequence_idle_microseconds: scalar(
      "uint64",
      "Time without a request, in microseconds, after which a sequence ends. Default 0: one second.",
    ),
    control_input: repeated(
      message(
        "ModelSequenceBatching.ControlInput",
        "Inputs by which the model learns of its sequences.",
      ),
    ),
    state: repeated(
      message("ModelSequenceBatching.State", "Tensors kept from one request to the next."),
    ),
    iterative_sequence: scalar("bool", "The model may reschedule its own request. Default false."),
  },
  "ModelSequenceBatching.Control": {
    kind: choice(
      "ModelSequenceBatching.Control.Kind",
      "What the input says. Default CONTROL_SEQUENCE_START.",
    ),
    int32_false_true: repeated(
      scalar("int32", "The two INT32 values that stand for false and true."),
    ),
    fp32_false_true: repeated(
      scalar("float", "The two FP32 values that stand for false and true."),
    ),
    bool_false_true: repeated(scalar("bool", "The two BOOL values that stand for false and true.")),
    data_type: choice("DataType", "Type of the correlation id; for CONTROL_SEQUENCE_CORRID alone."),
  },
  "ModelSequenceBatching.ControlInput": {
    name: scalar("string", "Name of the model's input. Required."),
    control: repeated(message("ModelSequenceBatching.Control", "What the input says.")),
  },
  "ModelSequenceBatching.InitialState": {
    data_type: choice("DataType", "Element type of the state."),
    dims: repeated(scalar("int64", "Shape of the state, without the batch dimension.")),
    zero_data: oneof("state_data", scalar("bool", "Start with zeros.")),
    data_file: oneof(
      "state_data",
      scalar("string", "Start with the bytes of this file in initial_state/."),
    ),
    name: scalar("string", "Name of the initial state."),
  },
  "ModelSequenceBatching.State": {
    input_name: scalar("string", "Input that receives the state."),
    output_name: scalar("string", "Output that gives the next state."),
    data_type: choice("DataType", "Element type of the state."),
    dims: repeated(scalar("int64", "Shape of the state, without the batch dimension.")),
    initial_state: repeated(
      message(
        "ModelSequenceBatching.InitialState",
        "State at the start of a sequence. Default zeros.",
      ),
    ),
    use_same_buffer_for_input_output: scalar("bool", "Update the state in place. Default false."),
    use_growable_memory: scalar("bool", "Let the state's memory grow in place. Default false."),
  },
  "ModelSequenceBatching.StrategyDirect": {
    max_queue_delay_microseconds: scalar("uint64", DELAY),
    minimum_slot_utilization: scalar(
      "float",
      "Share of slots, 0 to 1, that must be filled before the delay is cut short. Default 0.",
    ),
  },
  "ModelSequenceBatching.StrategyOldest": {
    max_candidate_sequences: scalar("int32", "Sequences that may be live at once, per instance."),
    preferred_batch_size: repeated(scalar("int32", PREFERRED)),
    max_queue_delay_microseconds: scalar("uint64", DELAY),
    preserve_ordering: scalar(
      "bool",
      "Send responses in the order of their requests. Default false.",
    ),
  },
  ModelEnsembling: {
    step: repeated(message("ModelEnsembling.Step", "The models that make up the ensemble.")),
    max_inflight_requests: scalar("uint32", "Requests in flight per step. Default 0: no limit."),
  },
  "ModelEnsembling.Step": {
    model_name: scalar("string", "The model that the step runs. Required."),
    model_version: scalar("int64", "Version of that model; -1 is the newest. Default 0."),
    input_map: map(scalar("string", "Ensemble tensor by the name of the model's input.")),
    output_map: map(scalar("string", "Ensemble tensor by the name of the model's output.")),
    model_namespace: scalar(
      "string",
      "Repository that holds the model, with namespaces on. Default own.",
    ),
  },
};
