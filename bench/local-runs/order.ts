export interface Order {
  readonly models: readonly string[];
  readonly repetitions: number;
  /** Tuning sessions instead of experiments. */
  readonly tuning: boolean;
}
