import type { DataType } from "../types.ts";

/** Shapes of the messages that ModelConfig's type keeps opaque, as the rules read them. */
export interface SequenceBatching {
  control_input: {
    name: string;
    control: {
      kind: string;
      int32_false_true: number[];
      fp32_false_true: number[];
      bool_false_true: boolean[];
      data_type: DataType;
    }[];
  }[];
  state: { input_name: string; output_name: string }[];
  direct?: { minimum_slot_utilization: number };
}

export interface Ensembling {
  step: {
    model_name: string;
    input_map: Record<string, string>;
    output_map: Record<string, string>;
  }[];
}

export interface BatchInput {
  kind: string;
  target_name: string[];
  data_type: DataType;
  source_input: string[];
}

export interface BatchOutput {
  target_name: string[];
  source_input: string[];
}

export interface Metrics {
  metric_control: {
    metric_identifier?: { family: string };
    histogram_options?: { buckets: number[] };
  }[];
}
