import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GENERATED, isProtoGenerated, rememberProto } from "./bootstrap/proto.mjs";
import { root } from "./process.ts";

const protoFolder = join(root, "assets/proto");
const protoFiles = ["grpc_service.proto", "model_config.proto", "health.proto", "telemetry.proto"];

const services = /^service \w+ \{[\s\S]*?^\}/gm;

const switches =
  "-t static-module -w esm --es6 --dts --keep-case --force-number --no-create --no-verify --no-delimited --no-typeurl --no-beautify";

/**
 * Writes messages.js and messages.d.ts, protobufjs' static code for assets/proto, into `folder`.
 * Field names stay as in the .proto files and in Triton's JSON; 64-bit integers are typed as
 * numbers.
 */
export function generateProto(folder: string): void {
  const scratch = mkdtempSync(join(tmpdir(), "generate-proto-"));
  try {
    const inputs = protoFiles.map((name) => join(scratch, name));
    for (const name of protoFiles) {
      const text = readFileSync(join(protoFolder, name), "utf8");
      writeFileSync(join(scratch, name), text.replace(services, ""));
    }
    const pbjs = join(root, "node_modules/protobufjs-cli/bin/pbjs");
    const output = ["-o", join(scratch, "messages.js")];
    execFileSync(process.execPath, [pbjs, ...switches.split(" "), ...output, ...inputs]);
    mkdirSync(folder, { recursive: true });
    for (const name of ["messages.js", "messages.d.ts"]) {
      writeFileSync(join(folder, name), compact(readFileSync(join(scratch, name), "utf8")));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Removes pbjs' doc comments, wide indentation and unused exports, which are most of its output.
 */
function compact(text: string): string {
  return text
    .replace(/^import Long = .*\n/m, "")
    .replace(/^export \{\s*\$root as default\s*\};\n/m, "")
    .replace(/^ *\/\*\*[\s\S]*?\*\/ *\n/gm, "")
    .replace(/^( {4})+/gm, (indent) => " ".repeat(indent.length / 4))
    .replace(/ +$/gm, "")
    .replace(/\n{2,}/g, "\n");
}

/**
 * Generates the code that `assets/proto/index.ts` imports, unless it is current. Git only has the
 * definitions.
 */
export function ensureProto(): void {
  if (isProtoGenerated(root)) return;
  generateProto(join(root, GENERATED));
  rememberProto(root);
}

if (import.meta.main) ensureProto();
