import { z } from "zod";

const finite = z.number();

/** How generated elements are spread. */
export const distribution = z.discriminatedUnion("kind", [
  /** By datatype: standard normal, integers below 1000, fair coins, lower-case words of 8 to 24 letters. */
  z.object({ kind: z.literal("auto") }),
  z.object({ kind: z.literal("zeros") }),
  z.object({ kind: z.literal("uniform"), least: finite, most: finite }),
  z.object({ kind: z.literal("normal"), mean: finite, deviation: z.number().min(0) }),
  /** Token ids: integers from 0 up to `below`, exclusive. */
  z.object({ kind: z.literal("tokens"), below: z.number().int().min(1) }),
  /** Lower-case texts whose length in letters is uniform between the two. */
  z.object({
    kind: z.literal("texts"),
    shortest: z.number().int().min(0),
    longest: z.number().int().min(0).max(65_536),
  }),
]);
export type Distribution = z.infer<typeof distribution>;

/** Where the contents of requests come from. Paths are of the machine that sends the load. */
export const inputSource = z.discriminatedUnion("kind", [
  /** By input name; inputs that are not named are "auto". */
  z.object({ kind: z.literal("generated"), byInput: z.record(z.string(), distribution) }),
  /** perf_analyzer's input data: a JSON file, or a folder with a file for each input. */
  z.object({ kind: z.literal("perf-analyzer"), path: z.string().min(1) }),
  /** One .npz with an array for each input, or a .npy for each input; the first axis counts the items. */
  z.object({ kind: z.literal("numpy"), files: z.record(z.string(), z.string()) }),
  /** PNG and JPEG files of a folder, in the order of their names, scaled to the input's size. */
  z.object({
    kind: z.literal("images"),
    folder: z.string().min(1),
    input: z.string(),
    scaling: z.enum(["none", "unit", "inception", "imagenet"]),
  }),
  /** A line for each item; which columns make up an input, by input name. */
  z.object({
    kind: z.literal("csv"),
    path: z.string().min(1),
    columns: z.record(z.string(), z.array(z.string()).min(1)),
  }),
]);
export type InputSource = z.infer<typeof inputSource>;

/** Which of the different requests is sent next. */
export const reuse = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("turns") }),
  /** So large a share of the requests repeats an earlier one. */
  z.object({ kind: z.literal("duplicates"), share: z.number().min(0).max(1) }),
  /** The k-th request is sent in proportion to 1 / k^exponent. */
  z.object({ kind: z.literal("zipf"), exponent: z.number().min(0).max(5) }),
]);
export type Reuse = z.infer<typeof reuse>;
