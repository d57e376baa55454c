import type { DataType } from "../types.ts";

/** Shapes of the messages that ModelConfig's type keeps opaque, as the rules read them. */
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
