import path from "node:path";
import process from "node:process";
import { defaultDataDirectory } from "../start/data-directory.ts";
import { DEFAULT_PORT, portNumber } from "../start/flags.ts";
import { signInLink } from "../web/sign-in-link.ts";
import { readToken } from "../web/token.ts";
import { type Command, parseFlags, UsageError } from "./command.ts";

export const signInLinkCommand: Command = {
  name: "sign-in-link",
  summary: "print the link that signs a browser in to the console",
  help: `Usage: batchdeck sign-in-link [--port N] [--data-dir DIR]

Prints the link that \`npm start\` printed after "Console:". Open it once in each browser that uses the console.

  --port N         port of the console (default ${DEFAULT_PORT})
  --data-dir DIR   the console's data directory (default ${defaultDataDirectory()})
`,
  async run(args) {
    const { values, positionals } = parseFlags(args, {
      port: { type: "string", default: String(DEFAULT_PORT) },
      "data-dir": { type: "string", default: defaultDataDirectory() },
    });
    if (positionals[0]) throw new UsageError(`Unexpected argument '${positionals[0]}'.`);
    const port = portNumber(values.port);
    const directory = path.resolve(values["data-dir"]);
    const token = readToken(directory);
    if (token === null)
      throw new Error(
        `No console has used the data directory '${directory}'. Start one with npm start, or name its directory with --data-dir.`,
      );
    process.stdout.write(`${signInLink(port, token)}\n`);
    return 0;
  },
};
