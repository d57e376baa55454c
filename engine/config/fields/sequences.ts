import { choice, message, oneof, repeated, scalar, type MessageTable } from "../schema.ts";

const STRATEGY = "strategy_choice";

/** Sequences of requests, and the state kept between them. */
export const SEQUENCE_MESSAGES: MessageTable = {
  ModelSequenceBatching: {
    direct: oneof(
      STRATEGY,
      message(
        "ModelSequenceBatching.StrategyDirect",
        "Each sequence keeps one batch slot. The default.",
        { excludes: "oldest" },
      ),
    ),
    oldest: oneof(
      STRATEGY,
      message(
        "ModelSequenceBatching.StrategyOldest",
        "Sequences are batched dynamically, oldest first.",
        { excludes: "direct" },
      ),
    ),
    max_sequence_idle_microseconds: scalar(
      "uint64",
      "Time without a request after which a sequence ends.",
      { unit: "µs", initial: "0: one second" },
    ),
    control_input: repeated(
      message(
        "ModelSequenceBatching.ControlInput",
        "Inputs that describe the sequence to the model.",
      ),
    ),
    state: repeated(
      message("ModelSequenceBatching.State", "Tensors kept from one request to the next."),
    ),
    iterative_sequence: scalar("bool", "The model may reschedule its own request.", {
      initial: "false",
      engine: "rejected at load",
    }),
  },
  "ModelSequenceBatching.Control": {
    kind: choice("ModelSequenceBatching.Control.Kind", "What the input contains.", {
      initial: "CONTROL_SEQUENCE_START",
    }),
    int32_false_true: repeated(
      scalar("int32", "The two INT32 values that stand for false and true.", {
        excludes: "fp32_false_true, bool_false_true, CONTROL_SEQUENCE_CORRID",
      }),
    ),
    fp32_false_true: repeated(
      scalar("float", "The two FP32 values that stand for false and true.", {
        excludes: "int32_false_true, bool_false_true, CONTROL_SEQUENCE_CORRID",
      }),
    ),
    bool_false_true: repeated(
      scalar("bool", "The two BOOL values that stand for false and true.", {
        excludes: "int32_false_true, fp32_false_true, CONTROL_SEQUENCE_CORRID",
      }),
    ),
    data_type: choice(
      "DataType",
      "Type of the correlation id; for CONTROL_SEQUENCE_CORRID alone.",
      { needs: "CONTROL_SEQUENCE_CORRID, and an integer of 32 or 64 bits or TYPE_STRING" },
    ),
  },
  "ModelSequenceBatching.ControlInput": {
    name: scalar("string", "Name of the model's input.", { required: true }),
    control: repeated(
      message("ModelSequenceBatching.Control", "What the input contains.", { required: true }),
    ),
  },
  "ModelSequenceBatching.InitialState": {
    data_type: choice("DataType", "Element type of the state.", { needs: "the type of the state" }),
    dims: repeated(
      scalar("int64", "Shape of the state, without the batch dimension.", {
        needs: "no variable dimension",
      }),
    ),
    zero_data: oneof("state_data", scalar("bool", "Start with zeros.", { excludes: "data_file" })),
    data_file: oneof(
      "state_data",
      scalar("string", "Start with the bytes of this file in initial_state/.", {
        excludes: "zero_data",
      }),
    ),
    name: scalar("string", "Name of the initial state.", { required: true }),
  },
  "ModelSequenceBatching.State": {
    input_name: scalar("string", "Input that receives the state.", { required: true }),
    output_name: scalar("string", "Output that gives the next state.", { required: true }),
    data_type: choice("DataType", "Element type of the state.", { required: true }),
    dims: repeated(
      scalar("int64", "Shape of the state, without the batch dimension.", { required: true }),
    ),
    initial_state: repeated(
      message("ModelSequenceBatching.InitialState", "State at the start of a sequence.", {
        initial: "zeros",
      }),
    ),
    use_same_buffer_for_input_output: scalar("bool", "Update the state in place.", {
      initial: "false",
    }),
    use_growable_memory: scalar("bool", "Let the state's memory grow in place.", {
      initial: "false",
      needs: "use_same_buffer_for_input_output and KIND_GPU instances",
    }),
  },
  "ModelSequenceBatching.StrategyDirect": {
    max_queue_delay_microseconds: scalar(
      "uint64",
      "Longest time that the oldest request waits for the batch to fill.",
      { unit: "µs", initial: "0: no delay", needs: "minimum_slot_utilization above 0" },
    ),
    minimum_slot_utilization: scalar(
      "float",
      "Share of slots, 0 to 1, that must be filled before the delay is cut short.",
      { unit: "share of 1", initial: "0", needs: "a value of 0 to 1" },
    ),
  },
  "ModelSequenceBatching.StrategyOldest": {
    max_candidate_sequences: scalar("int32", "Sequences that may be live at once, per instance.", {
      unit: "sequences",
      initial: "0: max_batch_size of them",
    }),
    preferred_batch_size: repeated(
      scalar("int32", "Batch sizes, in items, that are sent as soon as they are reached.", {
        unit: "items",
        initial: "the maximum batch size",
        needs: "sizes of at least 1, at most max_batch_size",
      }),
    ),
    max_queue_delay_microseconds: scalar(
      "uint64",
      "Longest time that the oldest request waits for the batch to fill.",
      { unit: "µs", initial: "0: no delay" },
    ),
    preserve_ordering: scalar("bool", "Send responses in the order of their requests.", {
      initial: "false",
    }),
  },
};
