// Builds what is not run from source: the console's pages and, when asked, the desktop bundle.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root, tool } from "./process.ts";

interface Bundle {
  readonly name: string;
  readonly config: string;
  /** What it is made from: when none of these changed, the last build still does. */
  readonly inputs: readonly string[];
  /** A file that exists once it was built. */
  readonly output: string;
}

const bundles = {
  renderer: {
    name: "console",
    config: "vite.config.renderer.ts",
    inputs: ["renderer", "main/contract", "engine/config", "engine/protocol", "package-lock.json"],
    output: "dist/renderer/index.html",
  },
  desktop: {
    name: "desktop",
    config: "vite.config.desktop.ts",
    inputs: ["app", "main", "engine", "assets", "package-lock.json"],
    output: "dist/desktop/main.js",
  },
} satisfies Record<string, Bundle>;

export type BundleName = keyof typeof bundles;

function filesIn(entry: string): string[] {
  const full = path.join(root, entry);
  if (fs.statSync(full).isFile()) return [entry];
  return fs
    .readdirSync(full, { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile() && !each.name.includes(".test."))
    .map((each) => path.relative(root, path.join(each.parentPath, each.name)))
    .sort();
}

function fingerprint(bundle: Bundle): string {
  const hash = createHash("sha256");
  for (const file of [bundle.config, ...bundle.inputs].flatMap(filesIn)) {
    hash.update(file).update(fs.readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

/** Builds one bundle unless its inputs are those of the last build. Throws a sentence when it fails. */
export async function build(name: BundleName, report: (line: string) => void): Promise<void> {
  const bundle: Bundle = bundles[name];
  const stamp = path.join(root, ".cache", `build-${name}`);
  const wanted = fingerprint(bundle);
  const last = fs.existsSync(stamp) ? fs.readFileSync(stamp, "utf8") : "";
  if (last === wanted && fs.existsSync(path.join(root, bundle.output))) return;
  report(`Building the ${bundle.name}…`);
  const code = await tool("vite", ["build", "--config", bundle.config, "--logLevel", "warn"], {
    NODE_ENV: "production",
  });
  if (code !== 0) throw new Error(`Building the ${bundle.name} failed: vite ended with ${code}.`);
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, wanted);
}

if (import.meta.main) {
  const names = process.argv.slice(2) as BundleName[];
  for (const name of names.length > 0 ? names : (Object.keys(bundles) as BundleName[])) {
    await build(name, (line) => process.stdout.write(`${line}\n`));
  }
}
