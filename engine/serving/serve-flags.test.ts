import { expect, test } from "vitest";
import { FlagError } from "./flag-values.ts";
import { readServeFlags } from "./serve-flags.ts";

const read = (...argv: string[]) => readServeFlags(["--model-repository=/models", ...argv]);

test("defaults are tritonserver's, on loopback", () => {
  expect(read()).toEqual({
    engine: {
      modelRepository: "/models",
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
    },
    httpMaxBodyBytes: 67108864,
    grpc: { host: "127.0.0.1", port: 8001 },
    http: { host: "127.0.0.1", port: 8000 },
    metrics: { host: "127.0.0.1", port: 8002 },
    grpcMaxMessageBytes: 2 ** 30,
    restrictions: { http: new Map(), grpc: new Map() },
    browsers: { origins: [], hosts: [] },
    serverId: undefined,
    exitOnError: true,
    exitTimeoutSeconds: 30,
  });
});

test("a value follows its flag or an equals sign; a boolean flag may stand alone", () => {
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
    engine: { modelRepository: "/a=b", autoCompleteConfig: false, strictReadiness: false },
    http: { port: 0 },
    grpc: undefined,
    metrics: undefined,
  });
});

test("metrics are served where HTTP is, unless told otherwise", () => {
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
    "--backend-config=,default-max-batch-size=2",
  );
  expect(engine).toMatchObject({
    modelControlMode: "explicit",
    loadModels: ["a", "b"],
    cacheBytes: 1048576,
    defaultMaxBatchSize: 8,
  });
  expect(read("--backend-config=,default-max-batch-size=0").engine.defaultMaxBatchSize).toBe(0);
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
  [
    ["--allow-vertex-ai=x"],
    "--allow-vertex-ai is tritonserver's and not for this server: there is no Vertex AI endpoint.",
  ],
  [["--strict-model-config=false"], "use --disable-auto-complete-config."],
  [["--zzz"], "Unknown flag '--zzz'. --help lists all flags."],
  [["models"], "Unexpected argument 'models': every flag begins with '--'."],
  [["--http-port"], "--http-port needs a value: --http-port=VALUE."],
  [["--http-port=70000"], "--http-port takes 0 to 65535, not '70000'."],
  [["--http-port=x"], "--http-port takes 0 to 65535, not 'x'."],
  [["--allow-http=maybe"], "--allow-http takes true or false, not 'maybe'."],
  [["--model-control-mode=some"], "--model-control-mode takes none, poll, explicit, not 'some'."],
  [["--load-model=a"], "--load-model needs --model-control-mode=explicit: in mode 'none'"],
  [["--cache-config=redis,host=x"], "--cache-config takes local,size=BYTES, not 'redis,host=x'."],
  [["--cache-config=local,size=1k"], "--cache-config=local,size takes a whole number from 0"],
  [["--backend-config=python,x=1"], "--backend-config takes onnxruntime,default-max-batch-size=N"],
  [["--backend-config=,default-max-batch-size=x"], "default-max-batch-size takes 0 to 2147483647"],
  [["--http-max-input-size=0"], "--http-max-input-size takes at least 1, not '0'."],
  [["--rate-limit=on"], "--rate-limit takes off, execution_count, not 'on'."],
  [["--rate-limit-resource=R:1"], "--rate-limit-resource needs --rate-limit=execution_count."],
  [["--rate-limit-resource=R"], "--rate-limit-resource takes NAME:COUNT or NAME:COUNT:DEVICE"],
  [["--rate-limit-resource=R:x"], "--rate-limit-resource=R takes a whole number from 0, not 'x'."],
  [["--rate-limit-resource=R:1:gpu"], "--rate-limit-resource's device takes a whole number"],
  [["--model-repository=/more"], "--model-repository is given 2 times: this server has one"],
])("%s is answered with a sentence", (argv, sentence) => {
  expect(() => read(...argv)).toThrow(FlagError);
  expect(() => read(...argv)).toThrow(sentence);
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
])("%s is refused", (flag, sentence) => {
  expect(() => read(flag)).toThrow(FlagError);
  expect(() => read(flag)).toThrow(sentence);
});

test("[BROWSER-2] [BROWSER-3] origins and hosts are as browsers send them", () => {
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
])("%s is refused", (flag, sentence) => {
  expect(() => read(flag)).toThrow(FlagError);
  expect(() => read(flag)).toThrow(sentence);
});
