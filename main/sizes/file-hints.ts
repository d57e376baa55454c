/** What a model's file says about its inputs beyond their types and fixed dimensions. */
export interface FileHints {
  /** By input name: the names of its dimensions, null where one has none. */
  readonly symbols: Readonly<Record<string, readonly (string | null)[]>>;
  /** By input name: sizes that operators of the graph ask for, the batch dimension included; −1 is open. */
  readonly sizes: Readonly<Record<string, readonly number[]>>;
  /** By input name: its elements are indices into a table of this many rows. */
  readonly below: Readonly<Record<string, number>>;
  /** Height and width that the exporter wrote down. */
  readonly imageSize: readonly [number, number] | null;
  /** Samples per second that the exporter wrote down. */
  readonly sampleRate: number | null;
}

export const NO_HINTS: FileHints = {
  symbols: {},
  sizes: {},
  below: {},
  imageSize: null,
  sampleRate: null,
};

export interface ModelFileFacts {
  /** Another one when the file changed. */
  readonly stamp: string;
  readonly hints: FileHints;
}
