export interface Order {
  readonly models: readonly string[];
  readonly repetitions: number;
  /** Tuning sessions in place of experiments. */
  readonly tuning: boolean;
}
