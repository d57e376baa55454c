export const measureHelp = `
Usage: npm run --silent batchdeck -- measure -m MODEL [flags]

Puts load on models of any Open Inference Protocol server, or with --endpoint-type on a chat server such as vLLM, and prints throughput, latency with 95 % intervals and the
server's own statistics over the same span. The flags are perf_analyzer's where it has them; those of its that are
not here say what to use. Latency counts from the instant that the schedule gave, and failed requests are counted.

What is measured
  -m MODEL, -x VERSION              The model, and its version; the server chooses one without -x.
  -u HOST:PORT                      The server; 127.0.0.1:8000, over gRPC 127.0.0.1:8001. With https:// encrypted; a path
                                    behind it stands in front of every path of HTTP.
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
  --endpoint-type=chat|completions  POST /v1/chat/completions or /v1/completions, streamed.
  --random-input-len=N, --random-output-len=N
                                    Tokens of a prompt, of common words, and of its answer: 1024 and 128. Also
                                    uniform:A:B, normal:M:D, lognormal:MEDIAN:SIGMA. --random-range-ratio=R spreads them evenly.
                                    Or --synthetic-input-tokens-mean/-stddev=N, --output-tokens-mean/-stddev=N.
  --random-prefix-len=N             Tokens in front of every prompt. Or --shared-prefixes=SHARE:COUNT:TOKENS within it.
  --dataset-path=FILE               Prompts of a file: a JSON object with prompt or messages in each line.
  --ignore-eos, --temperature=T     Answers of full length (vLLM); 0.
  --goodput='ttft:MS tpot:MS'       In place of --latency-threshold: limits the first token, or e2el:MS the whole answer, and
                                    counts as good only what keeps a mean time per token, too.

Load; one of
  --concurrency-range=START:END:STEP    Number of clients, each with one request in flight. Also a list: 1,8,32.
  --request-rate-range=START:END:STEP   Requests per second. Also a list.
  --request-intervals=FILE              Gaps in µs, one in a line, over and over; or the gaps: 100,250.
  --rate-profile=SECONDS:FROM:TO,...    Rates over time.
  --concurrency=N, --max-concurrency=N  As --concurrency-range.
  --request-rate=R                      Poisson arrivals; --burstiness=B: gamma. As --request-rate-range.
  --bursts=SIZE:MS                      SIZE requests at once, every MS milliseconds.
with
  --request-distribution=constant|poisson|gamma:BURSTINESS
  --think-time=MS                   Between an answer and the client's next request; 0.

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
  --check-outputs                   Compares answers with the outputs that the input data holds.
  --seed=N                          The same seed sends the same requests at the same instants; 1.

Results
  --json=FILE, --html=FILE          Everything measured, and a report that opens without network.
  -f FILE                           CSV with perf_analyzer's columns, then columns of our own.
  --collect-metrics                 Reads the server's metrics over the measured span: GPUs, CPU, memory, pending requests.
  --metrics-url=HOST:PORT/metrics   Where they are; port 8002 of the server's host.
  -v                                Prints each window.

Exit code 0: measured; 1: nothing could be measured, or the server went away; 2: wrong usage, or a measurement that is
not stable or invalid; 130: interrupted by Ctrl-C or SIGTERM, with what was measured.
`.trim();
