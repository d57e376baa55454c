import { UsageError } from "./command.ts";

/** perf_analyzer's flags that mean nothing here and change nothing: what to say of them. */
const IDLE: Readonly<Record<string, string>> = {
  "--async": "--async changes nothing: requests are always sent without waiting for others.",
  "-a": "-a changes nothing: requests are always sent without waiting for others.",
  "--sync": "--sync changes nothing: requests are always sent without waiting for others.",
  "--max-threads": "--max-threads changes nothing: one process sends all requests.",
  "--metrics-interval": "--metrics-interval changes nothing: metrics are read every second.",
  "--verbose-csv": "--verbose-csv changes nothing: -f always writes all columns.",
};

const WITH_VALUE: ReadonlySet<string> = new Set(["--max-threads", "--metrics-interval"]);

const TENSORS = "tensors are always sent in the binary extension; leave it out.";
const CONCURRENCY = "give the concurrencies with --concurrency-range.";
const MEMORY = "tensors travel with the request; leave it out.";
const PERIODIC =
  "concurrency does not change within a step; give steps with --concurrency-range, or a rate over time with --rate-profile.";
const TRACE = "set the server's tracing in the console, or by its trace settings call.";

/** perf_analyzer's flags that are not here: what to use. */
const MISSING: Readonly<Record<string, string>> = {
  "--service-kind": "for a chat server give --endpoint-type; for tensors leave it out.",
  "--endpoint": "for a chat server give --endpoint-type; for tensors leave it out.",
  "--bls-composing-models": "measure the composing models one by one with -m.",
  "--model-signature-name": "it is for TensorFlow Serving; leave it out.",
  "--periodic-concurrency-range": PERIODIC,
  "--request-period": PERIODIC,
  "--backend": "give --endpoint-type chat or completions.",
  "--base-url": "use -u.",
  "--dataset-name": "prompts are random words, or the lines of --dataset-path; leave it out.",
  "--tokenizer": "the server counts its tokens; leave it out.",
  "--api-key": "give it by -H, as 'Authorization: Bearer …'.",
  "--input-file": "give prompts, a JSON object in each line, with --dataset-path.",
  "--session-concurrency": "sessions of chats are not measured; use --concurrency-range.",
  "--schedule": "give the gaps between requests with --request-intervals.",
  "--fixed-schedule": "give the gaps between requests with --request-intervals.",
  "--request-parameter":
    "requests take no parameters of your own; --priority, --queue-timeout and --sequence-length are those of the protocol.",
  "--request-priority": "use --priority.",
  "--num-of-sequences":
    "in a closed loop each client sends one sequence, and by rate four take turns, which is perf_analyzer's default; leave it out.",
  "--serial-sequences": "a sequence never has two requests in flight; remove it.",
  "--sequence-id-range": "sequence ids are chosen; leave it out.",
  "--string-data": "put the text into a file and give it with --input-data.",
  "--data-directory": "use --input-data.",
  "-z": "use --input-data=zero.",
  "-c": CONCURRENCY,
  "-d": CONCURRENCY,
  "-t": CONCURRENCY,
  "--shared-memory": MEMORY,
  "--output-shared-memory-size": MEMORY,
  "--input-tensor-format": TENSORS,
  "--output-tensor-format": TENSORS,
  "--grpc-compression-algorithm": "requests are sent uncompressed; leave it out.",
  "--triton-server-directory": "the server runs on its own; give its address with -u.",
  "--model-repository": "the server runs on its own; give its address with -u.",
  "--profile-export-file":
    "single requests are not exported; --json holds the histograms and windows of every step.",
  "--trace-level": TRACE,
  "--trace-rate": TRACE,
  "--trace-count": TRACE,
  "--log-frequency": TRACE,
  "--enable-mpi": "one process sends all requests; leave it out.",
};

const nameOf = (argument: string) =>
  argument.startsWith("--") ? (argument.split("=")[0] as string) : argument.slice(0, 2);

/**
 * Takes perf_analyzer's flags that do nothing here out of the arguments, with a sentence for each. A flag of its that
 * is not here throws a UsageError that names what to use.
 */
export function withoutForeign(args: readonly string[]): { args: string[]; notes: string[] } {
  const notes: string[] = [];
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] as string;
    const name = argument.startsWith("-") ? nameOf(argument) : "";
    if (Object.hasOwn(MISSING, name)) throw new UsageError(`${name} is not here: ${MISSING[name]}`);
    if (!Object.hasOwn(IDLE, name)) {
      kept.push(argument);
      continue;
    }
    notes.push(IDLE[name] as string);
    if (WITH_VALUE.has(argument)) i += 1;
  }
  return { args: kept, notes };
}
