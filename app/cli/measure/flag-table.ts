import { UsageError } from "../command.ts";

/** Contents of tensor requests. */
export const inputOptions = {
  "input-data": { type: "string", multiple: true },
  input: { type: "string", multiple: true },
  "string-length": { type: "string" },
  numpy: { type: "string", multiple: true },
  images: { type: "string" },
  "images-input": { type: "string" },
  "image-scaling": { type: "string" },
  csv: { type: "string" },
  columns: { type: "string", multiple: true },
} as const;

/**
 * Requests to a chat server, with the names of `vllm bench serve` (vllm-project/vllm,
 * vllm/benchmarks/serve.py and datasets.py); `--endpoint-type` and those with mean and deviation
 * are aiperf's (ai-dynamo/aiperf, docs/cli_options.md).
 */
export const chatOptions = {
  "endpoint-type": { type: "string" },
  "random-input-len": { type: "string" },
  "random-output-len": { type: "string" },
  "random-range-ratio": { type: "string" },
  "random-prefix-len": { type: "string" },
  "shared-prefixes": { type: "string" },
  "prefix-spread": { type: "string" },
  "synthetic-input-tokens-mean": { type: "string" },
  "synthetic-input-tokens-stddev": { type: "string" },
  "output-tokens-mean": { type: "string" },
  "output-tokens-stddev": { type: "string" },
  "dataset-path": { type: "string" },
  "image-batch-size": { type: "string" },
  "image-width-mean": { type: "string" },
  "image-height-mean": { type: "string" },
  "audio-batch-size": { type: "string" },
  "audio-length-mean": { type: "string" },
  "audio-length-stddev": { type: "string" },
  "audio-sample-rates": { type: "string" },
  "audio-num-channels": { type: "string" },
  "audio-folder": { type: "string" },
  tools: { type: "string" },
  "tool-output-len": { type: "string" },
  "tool-delay": { type: "string" },
  "tool-rounds": { type: "string" },
  "tool-choice": { type: "string" },
  "query-len": { type: "string" },
  "top-n": { type: "string" },
  dimensions: { type: "string" },
  "encoding-format": { type: "string" },
  trace: { type: "string" },
  "trace-format": { type: "string" },
  "trace-span": { type: "string" },
  "trace-sha256": { type: "string" },
  "trace-sample": { type: "string" },
  turns: { type: "string" },
  "turn-input-len": { type: "string" },
  "turn-think": { type: "string" },
  "max-conversations": { type: "string" },
  "ignore-eos": { type: "boolean", default: false },
  temperature: { type: "string" },
  "no-streaming": { type: "boolean", default: false },
} as const;

/** The values of these flags as parsed. */
export type ChatValues = {
  readonly [Name in keyof typeof chatOptions]?: string | boolean | string[] | undefined;
};

/** Flags of one kind of requests; after --next those of the next kind. */
export const trafficOptions = {
  "model-name": { type: "string", short: "m" },
  "model-version": { type: "string", short: "x", default: "" },
  weight: { type: "string", default: "1" },
  "batch-size": { type: "string", short: "b", default: "1" },
  shape: { type: "string", multiple: true },
  "distinct-inputs": { type: "string" },
  duplicates: { type: "string" },
  zipf: { type: "string" },
  deadline: { type: "string" },
  priority: { type: "string", default: "0" },
  "queue-timeout": { type: "string" },
  "sequence-length": { type: "string" },
  "sequence-length-variation": { type: "string" },
  "check-outputs": { type: "boolean", default: false },
  ...inputOptions,
  ...chatOptions,
} as const;

/** Load. */
export const loadOptions = {
  "concurrency-range": { type: "string" },
  "think-time": { type: "string", default: "0" },
  pace: { type: "string" },
  "request-rate-range": { type: "string" },
  concurrency: { type: "string" },
  "max-concurrency": { type: "string" },
  "request-rate": { type: "string" },
  burstiness: { type: "string" },
  "request-distribution": { type: "string", default: "constant" },
  "request-intervals": { type: "string" },
  "rate-profile": { type: "string" },
  bursts: { type: "string" },
  speed: { type: "string" },
  "binary-search": { type: "boolean", default: false },
  precision: { type: "string" },
} as const;

/** Duration. */
export const spanOptions = {
  seconds: { type: "string" },
  "request-count": { type: "string" },
  "num-prompts": { type: "string" },
  "benchmark-duration": { type: "string" },
  "measurement-mode": { type: "string", default: "time_windows" },
  "measurement-interval": { type: "string", short: "p" },
  "measurement-request-count": { type: "string" },
  "stability-percentage": { type: "string", short: "s" },
  "max-trials": { type: "string", short: "r" },
  "warmup-request-count": { type: "string" },
  "warmup-interval": { type: "string" },
  "warmup-seconds": { type: "string" },
  "warmup-auto": { type: "string" },
} as const;

/** perf_analyzer's (docs/cli.md, "Server Options"). */
export const serverOptions = {
  url: { type: "string", short: "u" },
  header: { type: "string", short: "H", multiple: true },
  "ssl-grpc-use-ssl": { type: "boolean", default: false },
  "ssl-grpc-root-certifications-file": { type: "string" },
  "ssl-grpc-private-key-file": { type: "string" },
  "ssl-grpc-certificate-chain-file": { type: "string" },
  "ssl-https-verify-peer": { type: "string" },
  "ssl-https-verify-host": { type: "string" },
  "ssl-https-ca-certificates-file": { type: "string" },
  "ssl-https-client-certificate-file": { type: "string" },
  "ssl-https-client-certificate-type": { type: "string" },
  "ssl-https-private-key-file": { type: "string" },
  "ssl-https-private-key-type": { type: "string" },
} as const;

/** Protocol, objective, metrics and results. */
export const runOptions = {
  protocol: { type: "string", short: "i", default: "http" },
  streaming: { type: "boolean", default: false },
  percentile: { type: "string" },
  "latency-threshold": { type: "string", short: "l", default: "0" },
  goodput: { type: "string" },
  "whole-range": { type: "boolean", default: false },
  certify: { type: "boolean", default: false },
  seed: { type: "string" },
  "random-seed": { type: "string" },
  "price-per-hour": { type: "string" },
  "price-per-gpu-hour": { type: "string" },
  "price-per-million-input": { type: "string" },
  "price-per-million-output": { type: "string" },
  gpus: { type: "string" },
  watts: { type: "string" },
  "collect-metrics": { type: "boolean", default: false },
  "metrics-url": { type: "string" },
  json: { type: "string" },
  html: { type: "string" },
  "vllm-bench": { type: "string" },
  aiperf: { type: "string" },
  guidellm: { type: "string" },
  "latency-report-file": { type: "string", short: "f" },
  verbose: { type: "boolean", short: "v", multiple: true },
} as const;

/** Every flag of `measure`; after --next only those of `trafficOptions`. */
export const measureOptions = {
  ...trafficOptions,
  ...loadOptions,
  ...spanOptions,
  ...serverOptions,
  ...runOptions,
} as const;

export const measureHelp = `
Usage: npm run --silent batchdeck -- measure -m MODEL [flags]

Puts load on models of any Open Inference Protocol server, or with --endpoint-type on a chat server such as vLLM, and prints throughput, latency with 95 % intervals and the
server's own statistics over the same span. The flags are perf_analyzer's where it has them; those of its that are
not here say what to use. Latency counts from the instant that the schedule gave, and failed requests are counted.

What is measured
  -m MODEL, -x VERSION              The model, and its version; the server chooses one without -x.
  -u HOST:PORT                      The server; 127.0.0.1:8000, over gRPC 127.0.0.1:8001. With https:// encrypted; a path
                                    behind it precedes every path of HTTP.
  -H 'NAME: VALUE'                  A header of every request, and over gRPC its metadata. Repeatable.
  --ssl-https-ca-certificates-file=FILE, --ssl-https-client-certificate-file=FILE, --ssl-https-private-key-file=FILE
                                    PEM; the CA is trusted in addition to the system's.
  --ssl-grpc-use-ssl, --ssl-grpc-root-certifications-file=FILE, --ssl-grpc-certificate-chain-file=FILE,
  --ssl-grpc-private-key-file=FILE  The same over gRPC.
  -i http|grpc|grpc-js              http: HTTP with binary tensors (the default). grpc-js: for comparison.
  --streaming                       With -i grpc: one stream for each client, which decoupled models need.
  -b N                              Items per request; 1.
  --weight=W, --next ...            Mixtures: after --next come -m and its flags again; requests by weight.

Chat servers; flags as of vllm bench serve, with those of aiperf where they differ
  --endpoint-type=chat|completions|responses
                                    POST /v1/chat/completions, /v1/completions or /v1/responses, streamed.
  --random-input-len=N, --random-output-len=N
                                    Tokens of a prompt, of common words, and of its response: 1024 and 128. Also
                                    uniform:A:B, normal:M:D, lognormal:MEDIAN:SIGMA. --random-range-ratio=R spreads them evenly.
                                    Or --synthetic-input-tokens-mean/-stddev=N, --output-tokens-mean/-stddev=N.
  --random-prefix-len=N             Tokens in front of every prompt. Or --shared-prefixes=SHARE:COUNT:TOKENS within it: groups that share a
                                    prefix; --prefix-spread=W1,W2,...|zipf:EXP spreads the requests over them, evenly without it.
  --turns=N|uniform:A:B|normal:M:D|geometric:M|recorded
                                    Conversations: each turn sends the former ones with the responses received; each client is a user,
                                    and at a rate conversations begin by the schedule. recorded: those of a trace, by its texts (sharegpt)
                                    or the ids of its requests. --turn-input-len=N: messages after the first.
                                    --turn-think=MS|uniform:A:B|exponential:M|lognormal:MEDIAN:SIGMA|recorded: between turns; 0.
                                    --max-conversations=N: at a rate, a conversation that is due while N are in progress doesn't begin and counts
                                    as a failed request; 65536.
  --dataset-path=FILE               Prompts of a file: a JSON object with prompt or messages in each line, a line of OpenAI's Batch API,
                                    or a single turn of AIPerf; or a folder, AIPerf's random_pool: each prompt has a line of each file.
  --trace=FILE --trace-format=mooncake|burstgpt|azure|otlp|sharegpt|aiperf
                                    Recorded requests, with their lengths, their shared prefixes and, but for sharegpt, their instants.
                                    aiperf: its multi_turn, its single_turn and its mooncake_trace with messages or payload; responses
                                    without output_length have --random-output-len.
                                    --trace-span=FROM:UNTIL: that part, in s; --trace-sha256=HEX: rejects another file.
                                    --trace-sample=N[:SEED]: a sample of N sharegpt conversations, drawn by the seed, 1.
  --ignore-eos, --temperature=T     Responses of full length (vLLM); 0.
  --no-streaming                    Responses aren't streamed (stream: false): no time to first token, no time per token.
  --image-batch-size=N, --image-width-mean=W, --image-height-mean=H
                                    Generated PNGs in each prompt of words: 1 of 512 by 512 pixels, where any of them is given.
  --audio-batch-size=N, --audio-length-mean=S, --audio-length-stddev=S, --audio-sample-rates=KHZ, --audio-num-channels=1|2
                                    Noise as WAV in each chat's prompt: 1 clip of 5 s, 16 kHz and one channel, where any of them is
                                    given. Or --audio-folder=DIR: its WAV and MP3 files in turn.
  --tools=N, --tool-choice=auto|required
                                    Offers N functions; required: the model has to call one, and its first piece is the first token.
                                    With --turns calls are answered: --tool-output-len=N tokens, 128, after --tool-delay=MS, 0, in at
                                    most --tool-rounds=N requests of a turn, 1.
  --endpoint-type=embeddings        POST /v1/embeddings with -b texts of --random-input-len tokens each; with
                                    --dimensions=N and --encoding-format=float|base64.
  --endpoint-type=rerank            POST /v1/rerank (vLLM, Jina) with a query of --query-len=N tokens, 32, and -b documents; --top-n=N.
                                    --dataset-path=FILE with both: texts of a file, a JSON object with text in each line, or with query and
                                    documents, all of which are sent.
  --goodput='ttft:MS tpot:MS e2el:MS'
                                    In place of --latency-threshold: limits the first token, or without ttft the whole response, and
                                    counts as good only what keeps all that are given (tpot: mean per token, e2el: whole response).

Load; one of
  --concurrency-range=START:END:STEP    Number of clients, each with one request in flight. Also a list: 1,8,32.
  --request-rate-range=START:END:STEP   Requests per second. Also a list.
  --request-intervals=FILE              Gaps in µs, one in a line, over and over; or the gaps: 100,250.
  --rate-profile=SECONDS:FROM:TO,...    Rates over time.
  --concurrency=N, --max-concurrency=N  As --concurrency-range.
  --request-rate=R                      Poisson arrivals; --burstiness=B: gamma. As --request-rate-range.
  --speed=N                             The instants of --trace, N times as fast; 1. Also a list: 1,2,4.
  --bursts=SIZE:MS                      SIZE requests at once, every MS milliseconds.
with
  --request-distribution=constant|poisson|gamma:BURSTINESS
  --think-time=MS                   Between a response and the client's next request, or its next conversation; 0.
  --pace=MS                         Requests of a client begin at least so far apart.

How long
  -p, --measurement-interval=MS     Windows of this length until the last three are alike; 5000. A window ends with a
                                    look at the run, of which there is one every two seconds.
  --measurement-mode=time_windows|count_windows, --measurement-request-count=N
  -s, --stability-percentage=P      Alike: throughput and latency within 10 %. -r, --max-trials=N windows at most; 10.
  --seconds=S                       One span of this length instead. --request-count=N ends it earlier. Also named
                                    --benchmark-duration and --num-prompts.
  --warmup-auto=S                   Warm-up until the server has settled, at most so long; 10. Or a fixed one:
                                    --warmup-interval=MS, --warmup-seconds=S, --warmup-request-count=N.

Objective
  -l, --latency-threshold=MS        A range ends with the first load over it; --whole-range goes on.
  --percentile=P                    Of which latency; p99. Without a threshold: what stability looks at.
  --binary-search                   The highest load of the range that keeps it. --precision=SHARE; 0.05.
  --certify                         A step ends as soon as the objective is certified at 99 %, kept or missed. By rate it is kept
                                    not before 40 times the bound, in which a growing queue shows.

Inputs and requests
  --input-data=zero|random|FILE|DIR perf_analyzer's input data.
  --input NAME=auto|zeros|uniform:A:B|normal:M:D|tokens:N|texts:A:B, --string-length=N
  --numpy NAME=FILE, --csv=FILE --columns NAME=A,B
  --images=DIR --images-input=NAME --image-scaling=none|unit|inception|imagenet
  --shape NAME:D1,D2                Sizes of an input with dynamic dimensions, without the batch: ids:128, image:3x64x64.
                                    Default: the first common sizes with which a request succeeds. Repeatable.
  --distinct-inputs=N               Different requests that take turns; 32. With a response cache, few mean many hits.
  --duplicates=SHARE, --zipf=EXP    Or repeated by a share, or by popularity.
  --sequence-length=N|MIN:MAX, --sequence-length-variation=P
                                    Of models that take sequences; 20, and 20 % more or fewer.
  --deadline=MS, --priority=N, --queue-timeout=MICROSECONDS
  --check-outputs                   Compares responses with the outputs that the input data holds.
  --seed=N                          The same seed sends the same requests at the same instants; 1.

Results
  --json=FILE, --html=FILE          Everything measured, and a report that opens without network.
  -f FILE                           CSV with perf_analyzer's columns, then columns of our own.
  --vllm-bench=FILE, --aiperf=FILE, --guidellm=FILE
                                    Of a chat server: results as those tools write them. AIPerf's has one load; of several, each
                                    file has its load in its name.
  --price-per-hour=2.5USD, --price-per-gpu-hour=2.5USD --gpus=N
                                    Price of the server, or of each of its GPUs; the currency may be left out. Gives the cost of a million
                                    tokens or inferences. Without --gpus as many as its metrics report.
  --price-per-million-input=0.5USD, --price-per-million-output=1.5USD
                                    Or the price of a million tokens, one of them or both.
  --watts=W                         Power of the server, for the energy of a million; otherwise what its metrics report of its GPUs.
  --collect-metrics                 Reads the server's metrics over the measured span: GPUs, CPU, memory, pending requests.
  --metrics-url=HOST:PORT/metrics   Where they are; port 8002 of the server's host.
  -v                                Prints each window.

Exit code 0: measured; 1: nothing could be measured, or the server went away; 2: wrong usage, or a measurement that is
not stable or invalid; 130: interrupted by Ctrl-C or SIGTERM, with what was measured.
`.trim();

/** perf_analyzer's flags without effect here, with the reason. */
const IDLE: Readonly<Record<string, string>> = {
  "--async": "--async has no effect: requests are always sent without waiting for others.",
  "-a": "-a has no effect: requests are always sent without waiting for others.",
  "--sync": "--sync has no effect: requests are always sent without waiting for others.",
  "--max-threads": "--max-threads has no effect: one process sends all requests.",
  "--metrics-interval": "--metrics-interval has no effect: metrics are read every second.",
  "--verbose-csv": "--verbose-csv has no effect: -f always writes all columns.",
};

const WITH_VALUE: ReadonlySet<string> = new Set(["--max-threads", "--metrics-interval"]);

const TENSORS = "tensors are always sent in the binary extension; leave it out.";
const CONCURRENCY = "give the concurrencies with --concurrency-range.";
const MEMORY = "tensors are sent with the request; leave it out.";
const PERIODIC =
  "concurrency does not change within a step; give steps with --concurrency-range, or a rate over time with --rate-profile.";
const TRACE = "set the server's tracing in the console, or with its trace settings call.";

/** perf_analyzer's unsupported flags, with an alternative. */
const MISSING: Readonly<Record<string, string>> = {
  "--service-kind": "for a chat server give --endpoint-type; for tensors leave it out.",
  "--endpoint": "for a chat server give --endpoint-type; for tensors leave it out.",
  "--bls-composing-models": "measure the composing models one by one with -m.",
  "--model-signature-name": "it is for TensorFlow Serving; leave it out.",
  "--periodic-concurrency-range": PERIODIC,
  "--request-period": PERIODIC,
  "--backend": "give --endpoint-type chat, completions or responses.",
  "--base-url": "use -u.",
  "--dataset-name": "prompts are random words, or the lines of --dataset-path; leave it out.",
  "--tokenizer": "the server counts its tokens; leave it out.",
  "--api-key": "pass it with -H, such as 'Authorization: Bearer …'.",
  "--custom-dataset-type": "give --trace-format.",
  "--input-file": "give prompts, a JSON object in each line, with --dataset-path.",
  "--session-concurrency":
    "give --turns, and --concurrency: each client holds one conversation at a time. Or --request-rate: conversations begin at it.",
  "--schedule":
    "give the gaps between requests with --request-intervals, or recorded requests with --trace.",
  "--fixed-schedule": "give recorded requests with --trace, or gaps with --request-intervals.",
  "--request-parameter":
    "custom request parameters are not supported; --priority, --queue-timeout and --sequence-length are those of the protocol.",
  "--request-priority": "use --priority.",
  "--num-of-sequences":
    "in a closed loop each client sends one sequence, and with a rate four sequences alternate, perf_analyzer's default; leave it out.",
  "--serial-sequences": "a sequence never has two requests in flight; remove it.",
  "--sequence-id-range": "sequence ids are assigned automatically; leave it out.",
  "--string-data": "put the text into a file and pass it with --input-data.",
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
    "single requests are not exported; --json has the histograms and windows of every step.",
  "--trace-level": TRACE,
  "--trace-rate": TRACE,
  "--trace-count": TRACE,
  "--log-frequency": TRACE,
  "--enable-mpi": "one process sends all requests; leave it out.",
};

const flagName = (argument: string) =>
  argument.startsWith("--") ? (argument.split("=")[0] as string) : argument.slice(0, 2);

/**
 * Removes perf_analyzer's flags without effect from the arguments, with a sentence for each. An
 * unsupported flag throws a UsageError with an alternative.
 */
export function withoutForeign(args: readonly string[]): { args: string[]; notes: string[] } {
  const notes: string[] = [];
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] as string;
    const name = argument.startsWith("-") ? flagName(argument) : "";
    if (Object.hasOwn(MISSING, name))
      throw new UsageError(`${name} is not supported: ${MISSING[name]}`);
    if (!Object.hasOwn(IDLE, name)) {
      kept.push(argument);
      continue;
    }
    notes.push(IDLE[name] as string);
    if (WITH_VALUE.has(argument)) i += 1;
  }
  return { args: kept, notes };
}
