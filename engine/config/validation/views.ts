/** Shapes of the messages that ModelConfig's type keeps opaque, as the rules read them. */
export interface Metrics {
  metric_control: {
    metric_identifier?: { family: string };
    histogram_options?: { buckets: number[] };
  }[];
}
