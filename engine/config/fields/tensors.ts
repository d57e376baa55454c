import { choice, message, repeated, scalar, type MessageTable } from "../schema.ts";

/** Inputs, outputs, and the tensors that the batcher creates. */
export const TENSOR_MESSAGES: MessageTable = {
  ModelTensorReshape: {
    shape: repeated(
      scalar("int64", "Shape as the model itself sees it, without the batch dimension.", {
        needs: "as many elements as dims, between the variable dimensions too",
      }),
    ),
  },
  ModelInput: {
    name: scalar("string", "Name of the input in the model.", { required: true }),
    data_type: choice("DataType", "Element type of the input.", { required: true }),
    format: choice("ModelInput.Format", "Image layout of the input.", {
      initial: "FORMAT_NONE",
      needs: "three dims, with FORMAT_NHWC and FORMAT_NCHW",
    }),
    dims: repeated(
      scalar(
        "int64",
        "Shape without the batch dimension: each dimension at least 1, or -1 for a variable one.",
        { required: true },
      ),
    ),
    reshape: message(
      "ModelTensorReshape",
      "Shape that the model expects, if it differs from dims.",
      { needs: "max_batch_size above 0 if it is empty" },
    ),
    is_shape_tensor: scalar("bool", "The tensor is a shape tensor (TensorRT only).", {
      initial: "false",
      needs: "a TensorRT model",
    }),
    allow_ragged_batch: scalar(
      "bool",
      "Requests of different shapes may share a batch without padding.",
      { initial: "false", needs: "a model whose input has the shape [-1]", excludes: "optional" },
    ),
    optional: scalar("bool", "A request may leave the input out.", {
      initial: "false",
      needs: "max_batch_size 0, for ONNX models",
      excludes: "allow_ragged_batch",
    }),
    is_non_linear_format_io: scalar("bool", "The tensor has a non-linear format (TensorRT only).", {
      initial: "false",
      needs: "a TensorRT model, and three dims",
    }),
  },
  ModelOutput: {
    name: scalar("string", "Name of the output in the model.", { required: true }),
    data_type: choice("DataType", "Element type of the output.", { required: true }),
    dims: repeated(
      scalar(
        "int64",
        "Shape without the batch dimension: each dimension at least 1, or -1 for a variable one.",
        { required: true },
      ),
    ),
    reshape: message(
      "ModelTensorReshape",
      "Shape that the model returns, if it differs from dims.",
      { needs: "max_batch_size above 0 if it is empty" },
    ),
    label_filename: scalar(
      "string",
      "File in the model's folder with one label per line, for classification.",
      { initial: "none" },
    ),
    is_shape_tensor: scalar("bool", "The tensor is a shape tensor (TensorRT only).", {
      initial: "false",
      needs: "a TensorRT model",
    }),
    is_non_linear_format_io: scalar("bool", "The tensor has a non-linear format (TensorRT only).", {
      initial: "false",
      needs: "a TensorRT model, and three dims",
    }),
  },
  BatchInput: {
    kind: choice("BatchInput.Kind", "What the input holds.", { initial: "BATCH_ELEMENT_COUNT" }),
    target_name: repeated(
      scalar("string", "Model inputs that receive the value.", { required: true }),
    ),
    data_type: choice("DataType", "TYPE_INT32 or TYPE_FP32.", { required: true }),
    source_input: repeated(
      scalar("string", "The input that the value is computed from; exactly one.", {
        required: true,
      }),
    ),
  },
  BatchOutput: {
    target_name: repeated(scalar("string", "Outputs that are split this way.", { required: true })),
    kind: choice("BatchOutput.Kind", "How the output is split.", {
      initial: "BATCH_SCATTER_WITH_INPUT_SHAPE",
    }),
    source_input: repeated(
      scalar("string", "The input that the split follows; exactly one.", { required: true }),
    ),
  },
};
