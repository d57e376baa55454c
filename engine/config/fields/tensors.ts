import { choice, message, repeated, scalar, type MessageTable } from "../schema.ts";

const SHAPE_TENSOR = "The tensor is a shape tensor (TensorRT only). Default false.";
const NON_LINEAR = "The tensor has a non-linear format (TensorRT only). Default false.";
const DIMS =
  "Shape without the batch dimension: each dimension at least 1, or -1 for a variable one. Required.";

/** Inputs, outputs, and the tensors that the batcher makes. */
export const TENSOR_MESSAGES: MessageTable = {
  ModelTensorReshape: {
    shape: repeated(
      scalar("int64", "Shape as the model itself sees it, without the batch dimension."),
    ),
  },
  ModelInput: {
    name: scalar("string", "Name of the input in the model. Required."),
    data_type: choice("DataType", "Element type of the input. Required."),
    format: choice("ModelInput.Format", "Image layout of the input. Default FORMAT_NONE."),
    dims: repeated(scalar("int64", DIMS)),
    reshape: message(
      "ModelTensorReshape",
      "Shape that the model expects, where it differs from dims.",
    ),
    is_shape_tensor: scalar("bool", SHAPE_TENSOR),
    allow_ragged_batch: scalar(
      "bool",
      "Requests of different shapes may share a batch without padding. Default false.",
    ),
    optional: scalar("bool", "A request may leave the input out. Default false."),
    is_non_linear_format_io: scalar("bool", NON_LINEAR),
  },
  ModelOutput: {
    name: scalar("string", "Name of the output in the model. Required."),
    data_type: choice("DataType", "Element type of the output. Required."),
    dims: repeated(scalar("int64", DIMS)),
    reshape: message(
      "ModelTensorReshape",
      "Shape that the model gives, where it differs from dims.",
    ),
    label_filename: scalar(
      "string",
      "File in the model's folder with one label per line, for classification. Default none.",
    ),
    is_shape_tensor: scalar("bool", SHAPE_TENSOR),
    is_non_linear_format_io: scalar("bool", NON_LINEAR),
  },
  BatchInput: {
    kind: choice("BatchInput.Kind", "What the input holds. Default BATCH_ELEMENT_COUNT."),
    target_name: repeated(scalar("string", "Model inputs that receive the value.")),
    data_type: choice("DataType", "TYPE_INT32 or TYPE_FP32. Required."),
    source_input: repeated(
      scalar("string", "The input that the value is computed from; exactly one."),
    ),
  },
  BatchOutput: {
    target_name: repeated(scalar("string", "Outputs that are made this way.")),
    kind: choice(
      "BatchOutput.Kind",
      "How the output is split. Default BATCH_SCATTER_WITH_INPUT_SHAPE.",
    ),
    source_input: repeated(scalar("string", "The input that the split follows; exactly one.")),
  },
};
