import fc from "fast-check";
import { expect, test } from "vitest";
import { FLAGS } from "./flag-table.ts";
import tritonserver from "./fixtures/tritonserver-flags.json" with { type: "json" };
import { FlagError } from "./flag-values.ts";
import { readServeFlags } from "./serve-flags.ts";

const read = (...argv: string[]) => readServeFlags(["--model-repository=/models", ...argv]);

test("defaults are tritonserver's, on loopback", () => {
  expect(read()).toEqual({
    engine: {
      modelRepository: ["/models"],
      modelControlMode: "none",
      loadModels: [],
      repositoryPollSeconds: 15,
      cacheBytes: 0,
      autoCompleteConfig: true,
      strictReadiness: true,
      defaultMaxBatchSize: 4,
      rateLimit: "off",
      rateLimitResources: [],
      logSettings: {
        log_info: true,
        log_warning: true,
        log_error: true,
        log_verbose_level: 0,
        log_format: "default",
      },
      traceSettings: {},
      python: {},
      stores: { cacheFolder: undefined, cacheBytes: 20 * 2 ** 30 },
      allowClientSharedMemory: false,
    },
    httpMaxBodyBytes: 67108864,
    grpc: { host: "127.0.0.1", port: 8001 },
    http: { host: "127.0.0.1", port: 8000 },
    metrics: { host: "127.0.0.1", port: 8002 },
    cpuMetrics: true,
    withoutEffect: [],
    grpcMaxMessageBytes: 2 ** 26,
    restrictions: { http: new Map(), grpc: new Map() },
    browsers: { origins: [], hosts: [] },
    serverId: undefined,
    exitOnError: true,
    exitTimeoutSeconds: 30,
  });
});

test("[PYTHON-PROC-2] [PYTHON-PROC-6] [PYTHON-PROC-7] settings of Python models", () => {
  const config = (setting: string) => `--backend-config=python,${setting}`;
  const { engine, withoutEffect } = read(
    config("executable=/opt/python3"),
    config("stub-timeout-seconds=5"),
    config("execute-timeout-seconds=0"),
    config("allow-loaded-code=true"),
    config("shm-default-byte-size=1048576"),
  );
  expect(engine.python).toEqual({
    executable: "/opt/python3",
    startSeconds: 5,
    executeSeconds: 0,
    allowsLoadedCode: true,
  });
  expect(withoutEffect).toEqual([
    "--backend-config=python,shm-default-byte-size (shared memory of Python models grows as it is needed)",
  ]);
  expect(() => read(config("stub-timeout-seconds=x"))).toThrow("stub-timeout-seconds takes 0 to");
  expect(() => read(config("allow-loaded-code=yes"))).toThrow("takes true or false, not 'yes'");
});

test("a value follows its flag or an equals sign; a boolean flag may have no value", () => {
  const options = readServeFlags([
    "--model-repository",
    "/a=b",
    "--http-port",
    "0",
    "--allow-grpc=false",
    "--allow-metrics",
    "0",
    "--disable-auto-complete-config",
    "--strict-readiness=false",
  ]);
  expect(options).toMatchObject({
    engine: { modelRepository: ["/a=b"], autoCompleteConfig: false, strictReadiness: false },
    http: { port: 0 },
    grpc: undefined,
    metrics: undefined,
  });
});

test("metrics are served if HTTP is, by default", () => {
  expect(read("--http-address=0.0.0.0").metrics?.host).toBe("0.0.0.0");
  expect(read("--http-address=0.0.0.0", "--metrics-address=::1").metrics?.host).toBe("::1");
});

test("model control, cache and backend settings", () => {
  const { engine } = read(
    "--model-control-mode=explicit",
    "--load-model=a",
    "--load-model=b",
    "--cache-config=local,size=1048576",
    "--backend-config=onnxruntime,default-max-batch-size=8",
    "--backend-config=default-max-batch-size=2",
  );
  expect(engine).toMatchObject({
    modelControlMode: "explicit",
    loadModels: ["a", "b"],
    cacheBytes: 1048576,
    defaultMaxBatchSize: 8,
  });
  expect(read("--backend-config=default-max-batch-size=0").engine.defaultMaxBatchSize).toBe(0);
  expect(read("--response-cache-byte-size=10").engine.cacheBytes).toBe(10);
});

test("limits of requests and resources", () => {
  const options = read(
    "--http-max-input-size=1000",
    "--rate-limit=execution_count",
    "--rate-limit-resource=R1:10",
    "--rate-limit-resource=R2:4:0",
    "--rate-limit-resource=R3:2:GLOBAL",
  );
  expect(options).toMatchObject({
    httpMaxBodyBytes: 1000,
    engine: {
      rateLimit: "execution_count",
      rateLimitResources: [
        { name: "R1", count: 10, device: "each" },
        { name: "R2", count: 4, device: 0 },
        { name: "R3", count: 2, device: "global" },
      ],
    },
  });
});

test.each([
  [["--http-prt=1"], "Unknown flag '--http-prt'. Did you mean '--http-port'?"],
  [["--grpc-max=1"], "Flag '--grpc-max' is ambiguous: it may be --grpc-max-response-pool-size, --"],
  [["--", "models"], "Unexpected argument 'models': every flag begins with '--'."],
  [["--disable-auto-complete-config", "false"], "Unexpected argument 'false'"],
  [["--zzz"], "Unknown flag '--zzz'. --help lists all flags."],
  [["models"], "Unexpected argument 'models': every flag begins with '--'."],
  [["--http-port"], "--http-port needs a value: --http-port=N."],
  [["--http-port", "--allow-grpc"], "--http-port takes 0 to 65535, not '--allow-grpc'."],
  [["--http-port=70000"], "--http-port takes 0 to 65535, not '70000'."],
  [["--http-port=x"], "--http-port takes 0 to 65535, not 'x'."],
  [["--allow-http=maybe"], "--allow-http takes true or false, not 'maybe'."],
  [["--model-control-mode=some"], "--model-control-mode takes none, poll, explicit, not 'some'."],
  [["--load-model=a"], "--load-model needs --model-control-mode=explicit: in mode 'none'"],
  [
    ["--cache-config=redis,host=x"],
    "--cache-config takes local,size=BYTES, not 'redis,host=x': the cache",
  ],
  [["--cache-config=local,size=1k"], "--cache-config=local,size takes a whole number from 0"],
  [
    ["--backend-config=python,x"],
    "--backend-config option format is '<backend name>,<setting>=<va",
  ],
  [["--backend-config=default-max-batch-size=x"], "default-max-batch-size takes 0 to 2147483647"],
  [["--cache-config=local,size=1", "--response-cache-byte-size=1"], "use --cache-config alone"],
  [["--trace-config=rate=1", "--trace-rate=1"], "use --trace-config alone"],
  [["--trace-level=LOUD"], "--trace-config: "],
  [["--model-control-mode=explicit", "--load-model=*", "--load-model=a"], "takes no other"],
  [["--http-max-input-size=0"], "--http-max-input-size takes at least 1, not '0'."],
  [["--rate-limit=on"], "--rate-limit takes off, execution_count, not 'on'."],
  [["--rate-limit-resource=R:1"], "--rate-limit-resource needs --rate-limit=execution_count."],
  [["--rate-limit-resource=R"], "--rate-limit-resource takes NAME:COUNT or NAME:COUNT:DEVICE"],
  [["--rate-limit-resource=R:x"], "--rate-limit-resource=R takes a whole number from 0, not 'x'."],
  [["--rate-limit-resource=R:1:gpu"], "--rate-limit-resource's device takes a whole number"],
  [["--model-config-name=../x"], "--model-config-name takes the NAME of configs/NAME.pbtxt"],
  [["--model-config-name=a b"], "--model-config-name takes the NAME of configs/NAME.pbtxt"],
  [["--model-config-name=.."], "--model-config-name takes the NAME of configs/NAME.pbtxt"],
])("%s is rejected with a sentence", (argv, sentence) => {
  expect(() => read(...argv)).toThrow(FlagError);
  expect(() => read(...argv)).toThrow(sentence);
});

test("[LOAD-30] [LOAD-31] accepts several repositories and a configuration name", () => {
  const { engine } = read(
    "--model-repository=/more",
    "--model-store=/models",
    "--model-config-name=h100",
  );
  expect(engine).toMatchObject({ modelRepository: ["/models", "/more"], modelConfigName: "h100" });
});

test("the repository is required", () => {
  expect(() => readServeFlags([])).toThrow("--model-repository=DIR is required");
});

test("log settings and traces", () => {
  const { engine } = read(
    "--log-verbose",
    "--log-info=false",
    "--log-format=ISO8601",
    "--trace-config=level=TIMESTAMPS",
    "--trace-config=level=TENSORS",
    "--trace-config=rate=10",
    "--trace-config=triton,file=/tmp/trace.json",
    "--trace-config",
    "triton,log-frequency=5",
    "--trace-config=mode=opentelemetry",
  );
  expect(engine.logSettings).toMatchObject({
    log_info: false,
    log_verbose_level: 1,
    log_format: "ISO8601",
  });
  expect(engine.traceSettings).toEqual({
    trace_level: ["TIMESTAMPS", "TENSORS"],
    trace_rate: 10,
    trace_file: "/tmp/trace.json",
    log_frequency: 5,
    trace_mode: "opentelemetry",
  });
});

test.each([
  ["--trace-config=url=http://collector", "takes level, rate, count, mode, file, log-frequency"],
  ["--trace-config=rate=often", "Unable to parse 'trace_rate', got: often"],
  ["--log-format=short", "--log-format takes default, ISO8601, not 'short'"],
])("%s is rejected", (flag, sentence) => {
  expect(() => read(flag)).toThrow(FlagError);
  expect(() => read(flag)).toThrow(sentence);
});

test("[BROWSER-2] [BROWSER-3] origins and hosts have the form that browsers send", () => {
  const { browsers } = read(
    "--http-allowed-origin=https://app.example",
    "--http-allowed-origin=chrome-extension://abc",
    "--http-allowed-host=models.example",
    "--http-allowed-host=*",
  );
  expect(browsers).toEqual({
    origins: ["https://app.example", "chrome-extension://abc"],
    hosts: ["models.example", "*"],
  });
});

test.each([
  ["--http-allowed-origin=app.example", "takes SCHEME://HOST or SCHEME://HOST:PORT"],
  ["--http-allowed-origin=https://app.example/", "not 'https://app.example/'"],
  ["--http-allowed-origin=https://app.example:443", "not 'https://app.example:443'"],
  ["--http-allowed-origin=null", "not 'null'"],
  ["--http-allowed-host=a:8000", "takes the name of a host without a port"],
  ["--http-allowed-host=http://a", "not 'http://a'"],
])("%s is rejected", (flag, sentence) => {
  expect(() => read(flag)).toThrow(FlagError);
  expect(() => read(flag)).toThrow(sentence);
});

test("[SERVING-1] unambiguous prefixes and older names are accepted, and -- ends flags", () => {
  const options = readServeFlags([
    "--model-s",
    "/models",
    "--model-repository=/models",
    "--http-po",
    "1",
    "--strict-model-config=true",
    "--trace-level=TIMESTAMPS",
    "--trace-count",
    "-1",
    "--model-control-mode=POLL",
    "--",
  ]);
  expect(options).toMatchObject({
    engine: {
      modelRepository: ["/models"],
      modelControlMode: "poll",
      autoCompleteConfig: false,
      traceSettings: { trace_level: ["TIMESTAMPS"], trace_count: -1 },
    },
    http: { port: 1 },
    withoutEffect: [],
  });
});

/** A value without effect, by the value's type in the help. */
const NEUTRAL: Readonly<Record<string, string>> = {
  "exit-timeout-secs": "30",
  "model-repository": "/models",
  "model-store": "/models",
  "model-control-mode": "none",
  "model-config-name": "config",
  "log-format": "default",
  "log-file": "",
  "log-verbose": "0",
  "http-address": "127.0.0.1",
  "grpc-address": "127.0.0.1",
  "metrics-address": "127.0.0.1",
  "repository-poll-secs": "15",
  "http-port": "8000",
  "grpc-port": "8001",
  "metrics-port": "8002",
  "http-max-input-size": "67108864",
  "grpc-max-message-bytes": "67108864",
  "http-allowed-origin": "*",
  "http-allowed-host": "*",
  "http-restricted-api": "health:key=value",
  "grpc-restricted-protocol": "health:key=value",
  "grpc-infer-thread-count": "2",
  "grpc-infer-response-compression-level": "none",
  "sagemaker-safe-port-range": "8080-8081",
  "metrics-config": "counter_latencies=true",
  "trace-config": "level=OFF",
  "backend-config": "tensorflow,version=2",
  "cache-config": "local,size=0",
  "response-cache-byte-size": "0",
  "rate-limit": "off",
  "cuda-memory-pool-byte-size": "0:67108864",
  "cuda-virtual-address-size": "0:67108864",
  "min-supported-compute-capability": "6.0",
  "host-policy": "gpu_0,numa-node=0",
  "model-load-gpu-limit": "0:1.0",
  "trace-level": "OFF",
  "trace-rate": "1000",
  "trace-count": "-1",
};

/** Without TLS they have no effect. */
const TLS_FILES = ["grpc-server-cert", "grpc-server-key", "grpc-root-cert"];

const SPECIAL = ["load-model", "rate-limit-resource", "control-secret", "strict-model-config"];

test.each(FLAGS.filter(({ name }) => !SPECIAL.includes(name)))(
  "[SERVING-2] --$name is taken in both spellings",
  ({ name, value }) => {
    const neutral = NEUTRAL[name] ?? (value === "BOOL" ? "false" : value === "N" ? "0" : "x");
    const argv =
      value === undefined ? [[`--${name}`]] : [[`--${name}=${neutral}`], [`--${name}`, neutral]];
    const options = argv.map((each) => readServeFlags(["--model-repository=/models", ...each]));
    for (const each of options) expect(each).toEqual(options[0]);
    const { idle, missing } = FLAGS.find((flag) => flag.name === name) ?? {};
    const named = options[0]?.withoutEffect.some((each) => each.startsWith(`--${name}`));
    const isUnused = ["backend-config", ...TLS_FILES].includes(name);
    expect(named).toBe(idle !== undefined || missing !== undefined || isUnused);
  },
);

test.each(FLAGS.filter(({ missing }) => missing))(
  "[SERVING-3] --$name is refused with the reason where it asks for what is missing",
  ({ name, value, missing }) => {
    const asks: Readonly<Record<string, string>> = {
      "grpc-infer-response-compression-level": "high",
      "metrics-config": "summary_latencies=true",
      "model-load-gpu-limit": "0:0.5",
    };
    const asked = asks[name] ?? (value === "BOOL" ? "true" : value === "N" ? "1" : "x");
    expect(() => read(`--${name}=${asked}`)).toThrow(
      `--${name}=${asked} is not possible here: ${missing?.reason}.`,
    );
    expect(() => read(`--${name}=?`)).toThrow(FlagError);
  },
);

test.each([
  ["--http-thread-count=many", "--http-thread-count takes a whole number, not 'many'."],
  ["--allow-gpu-metrics=maybe", "--allow-gpu-metrics takes true or false, not 'maybe'."],
  [
    "--grpc-infer-thread-count=1",
    "--grpc-infer-thread-count takes N (threads for gRPC inference, 2 to 128), not '1'.",
  ],
  [
    "--host-policy=cores",
    "--host-policy takes POLICY,NAME=VALUE (cores and memory of instances), not 'cores'.",
  ],
])("[SERVING-2] %s is no value of the flag", (flag, sentence) => {
  expect(() => read(flag)).toThrow(sentence);
});

test("[SERVING-1] has every flag that tritonserver lists, each once", () => {
  const names = FLAGS.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(tritonserver.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !tritonserver.includes(name))).toEqual([
    "model-cache-directory",
    "model-cache-bytes",
    "http-allowed-origin",
    "http-allowed-host",
    "grpc-max-message-bytes",
    "control-secret",
  ]);
});

test("[SERVING-1] any command line is parsed or rejected with a sentence", () => {
  const word = fc.oneof(
    fc.constantFrom(...FLAGS.map(({ name }) => `--${name}`)),
    fc.constantFrom("--", "-1", "0", "true", "x", "a,b=c", "a:1", "*", ""),
    fc.string({ maxLength: 8 }),
  );
  const words = fc.array(
    fc.oneof(
      word,
      fc.tuple(word, word).map((pair) => pair.join("=")),
    ),
    {
      maxLength: 6,
    },
  );
  const outcome = (argv: string[]): unknown => {
    try {
      return read(...argv);
    } catch (error) {
      return error;
    }
  };
  fc.assert(
    fc.property(words, (argv) => {
      const result = outcome(argv);
      expect(result instanceof Error && !(result instanceof FlagError)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
