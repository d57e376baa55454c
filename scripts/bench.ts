// `npm run bench [-- NAME…]`: runs the benches of bench/, one after the other.
import fs from "node:fs";
import path from "node:path";
import { root, script } from "./process.ts";
import { runSteps } from "./steps.ts";

const all = fs
  .readdirSync(path.join(root, "bench"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(/\.ts$/, ""));
const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.includes(name));

if (unknown.length > 0) {
  process.stderr.write(`No bench '${unknown.join("', '")}'. There are: ${all.join(", ")}.\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await runSteps(
    (names.length > 0 ? names : all).map((name) => ({
      name,
      run: () => script(`bench/${name}.ts`),
    })),
  );
}
