import path from "node:path";
import { writeSampleModels } from "../../assets/sample-models/index.ts";
import { type Command, parseFlags, UsageError } from "./command.ts";
import { print } from "./output.ts";

export const sampleModelsCommand: Command = {
  name: "sample-models",
  summary: "writes the sample model repository to a folder",
  help: `Usage: batchdeck sample-models DIR

Writes ranker, mlp, cnn_small and text_encoder to DIR as a model repository: ONNX files with seeded random
weights, and a config.pbtxt each. Existing files are kept.
`,
  async run(args) {
    const { positionals } = parseFlags(args, {});
    const [directory, ...rest] = positionals;
    if (directory === undefined || rest.length > 0) {
      throw new UsageError("sample-models takes one folder: batchdeck sample-models DIR");
    }
    const full = path.resolve(directory);
    const made = await writeSampleModels(full);
    print(
      made.length > 0 ? `Wrote ${made.join(", ")} to ${full}\n` : `${full} has them all already\n`,
    );
    return 0;
  },
};
