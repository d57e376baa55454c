// Builds what isn't run from source: the console's pages, and the programs of `npm start` and the
// desktop.
import {
  bundles,
  type BundleName,
  fingerprintBundle,
  isBuilt,
  rememberBuild,
} from "./bootstrap/bundles.mjs";
import { ensureProto } from "./generate-proto.ts";
import { root, tool } from "./process.ts";

/** Builds one bundle unless its inputs are unchanged. Throws a sentence if it fails. */
export async function build(name: BundleName, report: (line: string) => void): Promise<void> {
  ensureProto();
  const { title, config } = bundles[name];
  const fingerprint = fingerprintBundle(root, name);
  if (isBuilt(root, name, fingerprint)) return;
  report(`Building the ${title}…`);
  const code = await tool("vite", ["build", "--config", config, "--logLevel", "warn"], {
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error(`Building the ${title} failed: vite ended with ${code}.`);
  rememberBuild(root, name, fingerprint);
}

if (import.meta.main) {
  const names = process.argv.slice(2) as BundleName[];
  for (const name of names.length > 0 ? names : (Object.keys(bundles) as BundleName[])) {
    await build(name, (line) => process.stderr.write(`${line}\n`));
  }
}
