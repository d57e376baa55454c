import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const programSources = [
  "app",
  "base",
  "main",
  "engine",
  "assets",
  "package.json",
  "package-lock.json",
];

/**
 * The bundles and their sources. `inputs`: if none of these files changed, the last build is
 * current. `output`: a file that exists once the bundle was built.
 */
export const bundles = {
  renderer: {
    title: "console",
    config: "vite.config.renderer.ts",
    inputs: [
      "renderer",
      "base",
      "main/contract",
      "engine/config",
      "engine/protocol",
      "package-lock.json",
    ],
    output: "dist/renderer/index.html",
  },
  programs: {
    title: "programs",
    config: "vite.config.programs.ts",
    inputs: programSources,
    output: "dist/programs/start.js",
  },
  /** For unit tests. */
  commands: {
    title: "command line",
    config: "vite.config.commands.ts",
    inputs: ["vite.config.programs.ts", ...programSources],
    output: "dist/commands/cli.js",
  },
};

function listFiles(root, entry) {
  const full = path.join(root, entry);
  if (fs.statSync(full).isFile()) return [entry];
  return fs
    .readdirSync(full, { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile() && !/\.test\.|\.pyc$/.test(each.name))
    .map((each) => path.relative(root, path.join(each.parentPath ?? each.path, each.name)))
    .sort();
}

/** A hash that changes when a source of the bundle is added, removed, renamed or written. */
export function fingerprintBundle(root, name) {
  const { config, inputs } = bundles[name];
  const hash = createHash("sha256");
  for (const file of [config, ...inputs].flatMap((entry) => listFiles(root, entry))) {
    const { mtimeMs, size } = fs.statSync(path.join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex");
}

const stampFile = (root, name) => path.join(root, ".cache", `build-${name}`);

/** Whether the last build of the bundle has this `fingerprint`. */
export function isBuilt(root, name, fingerprint) {
  if (!fs.existsSync(path.join(root, bundles[name].output))) return false;
  try {
    return fs.readFileSync(stampFile(root, name), "utf8") === fingerprint;
  } catch {
    return false;
  }
}

export function rememberBuild(root, name, fingerprint) {
  const stamp = stampFile(root, name);
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, fingerprint);
}
