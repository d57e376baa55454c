import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("./echo-server.cc", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROTO = join(ROOT, "assets/proto");
const PROTO_FILES = ["grpc_service.proto", "model_config.proto"];
const TOOLS = ["g++", "protoc", "grpc_cpp_plugin", "pkg-config"];

export interface NativeServer {
  readonly child: ChildProcess;
  /** HOST:PORT */
  readonly address: string;
}

/** Why the server can't be compiled here; undefined if it can. */
export function missingReason(): string | undefined {
  const missing = TOOLS.filter((tool) => !succeeds(tool, "--version"));
  const packages = "Debian: apt-get install g++ pkg-config libgrpc++-dev protobuf-compiler-grpc";
  // grpc_cpp_plugin starts but doesn't respond to arguments.
  const absent = missing.filter((tool) => tool !== "grpc_cpp_plugin" || !isOnPath(tool));
  if (absent.length > 0) return `${absent.join(", ")} not found. ${packages}`;
  if (!succeeds("pkg-config", "--exists", "grpc++", "protobuf")) {
    return `grpc++ or protobuf not found. ${packages}`;
  }
  return undefined;
}

/** Compiles the server if necessary, and starts it with this many threads. */
export async function startNative(threads: number): Promise<NativeServer> {
  const child = spawn(build(), [String(threads)], { stdio: ["pipe", "pipe", "inherit"] });
  const [port] = (await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended: ${code}`))),
  ])) as [Buffer];
  return { child, address: `127.0.0.1:${port.toString().trim()}` };
}

/** The program, in a folder named after a hash of its sources. */
function build(): string {
  const hash = createHash("sha256").update(readFileSync(SOURCE));
  for (const file of PROTO_FILES) hash.update(readFileSync(join(PROTO, file)));
  const program = join(ROOT, ".cache/native", hash.digest("hex").slice(0, 16), "echo-server");
  if (existsSync(program)) return program;
  const folder = dirname(program);
  mkdirSync(folder, { recursive: true });
  const plugin = execFileSync("which", ["grpc_cpp_plugin"], { encoding: "utf8" }).trim();
  const outputs = [
    `--cpp_out=${folder}`,
    `--grpc_out=${folder}`,
    `--plugin=protoc-gen-grpc=${plugin}`,
  ];
  execFileSync("protoc", ["-I", PROTO, ...outputs, ...PROTO_FILES], { stdio: "inherit" });
  const generated = ["grpc_service.pb.cc", "grpc_service.grpc.pb.cc", "model_config.pb.cc"];
  const libraries = execFileSync("pkg-config", ["--cflags", "--libs", "grpc++", "protobuf"], {
    encoding: "utf8",
  });
  const sources = [SOURCE, ...generated.map((name) => join(folder, name))];
  const made = `${program}.${process.pid}`;
  const options = ["-O2", "-std=c++17", "-pthread", "-I", folder, ...sources, "-o", made];
  execFileSync("g++", [...options, ...libraries.trim().split(/\s+/)], { stdio: "inherit" });
  renameSync(made, program);
  return program;
}

function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore", input: "" });
    return true;
  } catch {
    return false;
  }
}

const isOnPath = (tool: string): boolean => succeeds("which", tool);
