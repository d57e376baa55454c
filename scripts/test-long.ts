// `npm run test:long`: tests that take minutes, packaging among them.
import { tool } from "./process.ts";

process.exitCode = await tool("vitest", ["run", "--config", "vitest.long.config.ts"]);
