import type { EnumTable, EnumValue } from "../schema.ts";

function values(docs: Record<string, string>): readonly EnumValue[] {
  return Object.entries(docs).map(([name, doc]) => ({ name, doc }));
}

export const ENUMS: EnumTable = {
  DataType: values({
    TYPE_INVALID: "No type; a tensor must not have it.",
    TYPE_BOOL: "One byte, 0 or 1. BOOL on the wire.",
    TYPE_UINT8: "Unsigned 8-bit integer.",
    TYPE_UINT16: "Unsigned 16-bit integer.",
    TYPE_UINT32: "Unsigned 32-bit integer.",
    TYPE_UINT64: "Unsigned 64-bit integer.",
    TYPE_INT8: "Signed 8-bit integer.",
    TYPE_INT16: "Signed 16-bit integer.",
    TYPE_INT32: "Signed 32-bit integer.",
    TYPE_INT64: "Signed 64-bit integer.",
    TYPE_FP16: "16-bit IEEE float.",
    TYPE_FP32: "32-bit IEEE float.",
    TYPE_FP64: "64-bit IEEE float.",
    TYPE_STRING: "Byte strings of any length. BYTES on the wire.",
    TYPE_BF16: "16-bit float with the exponent range of FP32.",
  }),
  "ModelInput.Format": values({
    FORMAT_NONE: "No image layout.",
    FORMAT_NHWC: "Height, width, channels.",
    FORMAT_NCHW: "Channels, height, width.",
  }),
  "ModelInstanceGroup.Kind": values({
    KIND_AUTO: "On the GPUs if there are any, else on the CPU.",
    KIND_GPU: "On the GPUs listed in gpus, or on every GPU.",
    KIND_CPU: "On the CPU.",
    KIND_MODEL: "The model decides.",
  }),
  "ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind": values({
    KIND_NVDLA: "An NVDLA core.",
  }),
  "BatchInput.Kind": values({
    BATCH_ELEMENT_COUNT: "The element count of the source input, per request.",
    BATCH_ACCUMULATED_ELEMENT_COUNT: "Element counts summed up over the batch.",
    BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO: "Summed element counts, with a leading 0.",
    BATCH_MAX_ELEMENT_COUNT_AS_SHAPE: "The largest element count, as the shape.",
    BATCH_ITEM_SHAPE: "The shape of each batch item.",
    BATCH_ITEM_SHAPE_FLATTEN: "The shape of each batch item, in one dimension.",
  }),
  "BatchOutput.Kind": values({
    BATCH_SCATTER_WITH_INPUT_SHAPE: "Split the output by the shapes of the source input.",
  }),
  "ModelOptimizationPolicy.ModelPriority": values({
    PRIORITY_DEFAULT: "The model's usual priority.",
    PRIORITY_MAX: "The highest priority the framework has.",
    PRIORITY_MIN: "The lowest priority the framework has.",
  }),
  "ModelQueuePolicy.TimeoutAction": values({
    REJECT: "A request that waited too long fails with UNAVAILABLE.",
    DELAY: "A request that waited too long moves behind those that have not.",
  }),
  "ModelSequenceBatching.Control.Kind": values({
    CONTROL_SEQUENCE_START: "True on the first request of a sequence.",
    CONTROL_SEQUENCE_READY: "True if the slot holds a request.",
    CONTROL_SEQUENCE_END: "True on the last request of a sequence.",
    CONTROL_SEQUENCE_CORRID: "The correlation id of the sequence.",
  }),
};
