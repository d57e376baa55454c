import net from "node:net";
import { startChatServer } from "../../lab/testing/chat-server.ts";

/**
 * A program that takes some of vLLM's flags, as `vllm serve MODEL --flag value` does, takes time until it is ready, and
 * fails as vLLM fails: argparse's message for an unknown flag (exit code 2), the engine's for too much memory, too few
 * tokens for the sequences (vllm/config/scheduler.py) or a port in use. Only then it listens, as vLLM does, and speaks
 * its streaming interface. LOAD_MS in the environment: how long it loads.
 */
const VALUES = new Set([
  "--model",
  "--host",
  "--port",
  "--max-num-seqs",
  "--max-num-batched-tokens",
  "--gpu-memory-utilization",
  "--compilation-config",
  "--crash-after-seconds",
]);
const SWITCHES = new Set(["--enable-prefix-caching", "--no-enable-prefix-caching"]);

const write = (line: string) => process.stdout.write(`${line}\n`);
const writeError = (line: string) => process.stderr.write(`${line}\n`);

const words = process.argv.slice(2);
const flags = new Map<string, string>();
const rest: string[] = [];
for (let at = 0; at < words.length; at++) {
  const [name = "", given] = (words[at] as string).split("=", 2);
  if (VALUES.has(name)) flags.set(name, given ?? words[++at] ?? "");
  else if (SWITCHES.has(name)) flags.set(name, "");
  else rest.push(words[at] as string);
}
const unknown = rest.filter((word) => word.startsWith("-"));
if (unknown.length > 0) {
  writeError("usage: vllm serve [model_tag] [options]");
  writeError(`vllm: error: unrecognized arguments: ${unknown.join(" ")}`);
  process.exit(2);
}
const read = (name: string, fallback: number) => Number(flags.get(name) ?? fallback);

write(`INFO [api_server.py:1] args: ${words.join(" ")}`);
write("INFO [gpu_model_runner.py:1] Starting to load model tiny-chat...");
await new Promise((resolve) => setTimeout(resolve, Number(process.env.LOAD_MS ?? 300)));

const memory = read("--gpu-memory-utilization", 0.92);
if (memory > 0.95) fail("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.");
const seqs = read("--max-num-seqs", 256);
const tokens = read("--max-num-batched-tokens", 2048);
if (tokens < seqs)
  fail(
    `ValueError: max_num_batched_tokens (${tokens}) must be greater than or equal to max_num_seqs (${seqs}).`,
  );

const chat = await startChatServer({
  prefillMs: 5,
  decodeMs: 5,
  mostRunning: seqs,
  blockTokens: flags.has("--no-enable-prefix-caching") ? 0 : 16,
});
const [, chatPort] = chat.address.split(":");
const server = net.createServer({ noDelay: true }, (client) => {
  const upstream = net.connect({ port: Number(chatPort), host: "127.0.0.1", noDelay: true });
  client.pipe(upstream).pipe(client);
  client.on("error", () => upstream.destroy());
  upstream.on("error", () => client.destroy());
});
server.on("error", (error: NodeJS.ErrnoException) =>
  fail(
    error.code === "EADDRINUSE"
      ? `OSError: [Errno 98] error while attempting to bind on address ('127.0.0.1', ${flags.get("--port")}): address already in use`
      : String(error),
  ),
);
server.listen(read("--port", 8000), flags.get("--host") ?? "0.0.0.0", () =>
  write("INFO:     Application startup complete."),
);
const crashAfter = read("--crash-after-seconds", 0);
if (crashAfter > 0)
  setTimeout(
    () => fail("ERROR [core.py:1] EngineCore encountered a fatal error."),
    crashAfter * 1000,
  );

function fail(message: string): never {
  writeError("Traceback (most recent call last):");
  writeError(`  File "vllm/v1/engine/core.py", line 1, in run_engine_core`);
  writeError(message);
  process.exit(1);
}
