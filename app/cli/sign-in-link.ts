import { randomBytes } from "node:crypto";
import path from "node:path";
import { defaultDataDirectory } from "../start/data-directory.ts";
import { DEFAULT_PORT, portNumber } from "../start/flags.ts";
import { CODE_LIFETIME_MS, mintCode, readKey, signInLink } from "../web/sign-in/index.ts";
import { type Command, parseFlags, UsageError } from "./command.ts";
import { print } from "./output.ts";

export const signInLinkCommand: Command = {
  name: "sign-in-link",
  summary: "print a link that signs a browser in to the running console",
  help: `Usage: batchdeck sign-in-link [--port N] [--data-dir DIR]

Prints a link that signs one browser in, once, within ${CODE_LIFETIME_MS.printed / 60_000} minutes. The console must be running already.

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
    const key = readKey(directory);
    if (key === null)
      throw new Error(
        `No console has used the data directory '${directory}'. Start one with npm start, or name its directory with --data-dir.`,
      );
    const code = mintCode(key, "printed", { now: Date.now(), random: randomBytes });
    print(`${signInLink(port, code)}
`);
    return 0;
  },
};
