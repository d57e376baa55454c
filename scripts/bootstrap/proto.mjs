import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

export const GENERATED = "assets/proto/generated";

const FILES = ["messages.js", "messages.d.ts"];

const stampFile = (root) => path.join(root, GENERATED, ".fingerprint");

/** A hash that changes with the definitions, the generator and the version of protobufjs-cli. */
function fingerprintProto(root) {
  const folder = path.join(root, "assets", "proto");
  const definitions = fs.readdirSync(folder).filter((name) => name.endsWith(".proto"));
  const hash = createHash("sha256");
  for (const file of [
    ...definitions.sort().map((name) => path.join(folder, name)),
    path.join(root, "scripts", "generate-proto.ts"),
    path.join(root, "node_modules", "protobufjs-cli", "package.json"),
  ]) {
    hash.update(`${path.basename(file)}\n`).update(fs.readFileSync(file));
  }
  return hash.digest("hex");
}

/** Whether the generated code exists and is up to date. */
export function isProtoGenerated(root) {
  if (!FILES.every((name) => fs.existsSync(path.join(root, GENERATED, name)))) return false;
  try {
    return fs.readFileSync(stampFile(root), "utf8") === fingerprintProto(root);
  } catch {
    return false;
  }
}

export function rememberProto(root) {
  fs.writeFileSync(stampFile(root), fingerprintProto(root));
}
