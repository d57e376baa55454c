/** Import rules. `check-deps.ts` enforces them; docs/ARCHITECTURE.md explains them. */
export interface Rule {
  /** Files under this folder, or this file. The longest match applies. */
  readonly from: string;
  /** Own folders or files that may be imported; a folder may always import itself. */
  readonly own: readonly string[];
  /** Packages and Node modules: "*" for any, "node:*" for all of Node. */
  readonly packages: readonly string[];
}

/** Parts of base/ that need neither Node nor a browser. */
const basePure = [
  "base/cancellation.ts",
  "base/latency-histogram.ts",
  "base/one-line.ts",
  "base/shell-word.ts",
  "base/status-error.ts",
];

/** Pure parts of the engine that define its protocols and configurations. */
const enginePure = [
  "engine/config",
  "engine/types.ts",
  "engine/node-flags.json",
  "engine/node-environment.json",
  "engine/protocol/restrictions.ts",
  "engine/protocol/byte-budget.ts",
  "engine/protocol/grpc/framing",
  "engine/protocol/http2",
  "engine/onnx-file",
  "engine/stores/store-url.ts",
];

const onlyTests = ["vitest", "fast-check", "@bufbuild/protobuf"];

export const rules: readonly Rule[] = [
  {
    from: "base",
    own: [],
    packages: [
      "node:crypto",
      "node:http",
      "node:net",
      "node:path",
      "node:process",
      "node:v8",
      "node:vm",
    ],
  },
  ...basePure.map((from) => ({ from, own: [], packages: [] })),
  {
    from: "engine",
    own: ["base", "assets/proto", "package.json"],
    packages: ["node:*", "protobufjs", "onnxruntime-node", "xxhash-wasm"],
  },
  // Each SDK is imported by one file, loaded when a repository is in its store.
  {
    from: "engine/stores",
    own: ["base", "engine/repository"],
    packages: [
      "node:*",
      "@aws-sdk/client-s3",
      "@azure/identity",
      "@azure/storage-blob",
      "@google-cloud/storage",
    ],
  },
  { from: "engine/stores/store-url.ts", own: basePure, packages: [] },
  { from: "engine/config", own: basePure, packages: [] },
  { from: "engine/types.ts", own: ["engine/config", ...basePure], packages: [] },
  { from: "engine/protocol/restrictions.ts", own: ["base"], packages: [] },
  { from: "engine/protocol/otlp-trace.ts", own: ["engine/types.ts"], packages: [] },
  {
    from: "engine/protocol/grpc/framing",
    own: [
      ...basePure,
      "engine/protocol/byte-budget.ts",
      "engine/protocol/joined.ts",
      "engine/protocol/time-slices.ts",
    ],
    packages: ["node:util", "node:zlib"],
  },
  // Servers and clients share the frames.
  { from: "engine/protocol/http2", own: [], packages: ["node:net"] },
  {
    from: "engine/onnx-file",
    own: ["base", "engine/config"],
    packages: ["node:fs", "node:fs/promises", "node:path"],
  },
  {
    from: "main",
    own: ["base", ...enginePure, "assets/proto"],
    packages: ["node:*", "zod", "ws", "@grpc/grpc-js", "protobufjs", "hdr-histogram-js", "undici"],
  },
  // Inspects object stores before one is opened.
  {
    from: "main/repositories",
    own: ["base", "main", ...enginePure, "engine/stores/index.ts"],
    packages: ["node:*", "zod"],
  },
  {
    from: "main/wire",
    own: ["base", "main", ...enginePure, "assets/proto"],
    packages: ["node:*", "zod", "protobufjs", "csv-parse", "fflate", "jpeg-js", "pngjs"],
  },
  {
    from: "main/wire/transport",
    own: ["base", "main", ...enginePure, "assets/proto"],
    packages: ["node:*", "@grpc/grpc-js", "protobufjs", "undici"],
  },
  {
    from: "main/simulation",
    own: ["base", "main", ...enginePure, "engine/scheduling"],
    packages: [],
  },
  { from: "main/downloads", own: ["base", "main", ...enginePure], packages: ["node:*", "fflate"] },
  {
    from: "main/kubernetes",
    own: ["base", "main", ...enginePure, "assets/proto"],
    packages: ["node:*", "zod", "ws", "undici", "yaml", "@kubernetes/client-node"],
  },
  {
    from: "main/deploy",
    own: ["base", "main", ...enginePure],
    packages: ["node:*", "zod", "yaml", "@kubernetes/client-node"],
  },
  { from: "main/contract", own: basePure, packages: ["zod"] },
  {
    from: "renderer",
    own: [...basePure, "main/contract", "engine/config", "engine/protocol/otlp-trace.ts"],
    packages: [
      "react",
      "react-dom",
      "@tanstack/react-query",
      "@tanstack/react-router",
      "@base-ui/react",
      "lucide-react",

      "zod",
      "@codemirror/*",
      "@lezer/*",
    ],
  },
  {
    from: "renderer/config/graph",
    own: [...basePure, "renderer", "main/contract", "engine/config"],
    packages: [
      "react",
      "@tanstack/react-query",
      "@tanstack/react-router",
      "lucide-react",
      "@xyflow/react",
      "@dagrejs/dagre",
    ],
  },
  { from: "renderer/charts", own: ["renderer", "main/contract"], packages: ["react", "recharts"] },
  {
    from: "app",
    own: ["base", "engine", "main", "assets", "scripts", "package.json"],
    packages: ["node:*", "ws", "pino"],
  },
  {
    from: "app/desktop",
    own: ["app", "base", "main", "assets", "engine/stores/store-url.ts"],
    packages: ["node:*", "electron"],
  },
  { from: "assets", own: ["app/cli/command.ts"], packages: ["node:*", "protobufjs"] },
  { from: "assets/sample-models", own: ["base"], packages: ["node:*"] },
  { from: "scripts", own: ["app", "base", "main", "engine", "assets", "bench"], packages: ["*"] },
  {
    from: "bench",
    own: ["app", "base", "e2e", "main", "engine", "assets", "scripts"],
    packages: ["*"],
  },
  {
    from: "e2e",
    own: [
      "app",
      "base",
      "main/contract",
      "main/servers/kinds",
      "main/kubernetes/testing",
      "main/prometheus/testing",
      "scripts",
      "assets",
    ],
    packages: ["*"],
  },
];

/** Additional imports of test files. */
export const testExtras = {
  own: ["assets", "base", "engine", "main", "scripts"],
  packages: [
    "node:*",
    ...onlyTests,
    "onnxruntime-node",
    "@grpc/grpc-js",
    "ws",
    "protobufjs",
    "hdr-histogram-js",
    "fflate",
  ],
};

/** A folder that others may only import through its doors. */
export interface Domain {
  readonly folder: string;
  /** Files of the folder, or folders of it. `index.ts` is one for each domain of main/. */
  readonly doors?: readonly string[];
}

/**
 * Every domain of main/ and every screen of renderer/. A screen's doors are the parts that other
 * screens use.
 */
export const domains: readonly Domain[] = [
  { folder: "main/advisor" },
  { folder: "main/alerts" },
  { folder: "main/change-probes" },
  { folder: "main/chat" },
  { folder: "main/clients" },
  { folder: "main/configs" },
  { folder: "main/contract", doors: ["client.ts", "messages.ts", "rpc", "sign-in.ts"] },
  { folder: "main/deploy" },
  { folder: "main/downloads" },
  { folder: "main/events" },
  { folder: "main/fleets" },
  { folder: "main/kubernetes" },
  // The command line measures without a host.
  { folder: "main/lab", doors: ["measuring.ts", "schedule/index.ts", "target/index.ts"] },
  { folder: "main/launch-flags" },
  { folder: "main/model-usage" },
  { folder: "main/prometheus" },
  { folder: "main/reports" },
  { folder: "main/repositories" },
  { folder: "main/rpc", doors: ["web-socket-server.ts"] },
  {
    folder: "main/servers",
    doors: ["kinds/index.ts", "kinds/recognise.ts", "metrics/index.ts", "triton/index.ts"],
  },
  { folder: "main/settings", doors: ["repository-choice.ts"] },
  { folder: "main/simulation" },
  { folder: "main/sizes" },
  { folder: "main/store", doors: ["data-directory.ts"] },
  { folder: "main/supervision", doors: ["early-engine.ts", "engine-arguments.ts"] },
  { folder: "main/telemetry" },
  { folder: "main/tuning", doors: ["search/index.ts", "searches/report.ts"] },
  { folder: "main/what-if" },
  { folder: "main/wire", doors: ["exchange/index.ts", "transport/index.ts"] },
  // The advice tab of a model's page.
  { folder: "renderer/advisor", doors: ["model-advice.tsx"] },
  // Runs on every page.
  { folder: "renderer/alerts", doors: ["alert-watch.tsx"] },
  // The batches of a model's page.
  { folder: "renderer/batches", doors: ["batches.tsx"] },
  // The tabs to try a model.
  { folder: "renderer/clients", doors: ["try-it.tsx", "chat/try-chat.tsx"] },
  // The configuration tab of a model's page.
  { folder: "renderer/config", doors: ["configuration.tsx"] },
  { folder: "renderer/connections" },
  { folder: "renderer/deploy" },
  { folder: "renderer/events" },
  // The experiments tab of a model's page.
  { folder: "renderer/experiments", doors: ["model-experiments.tsx"] },
  { folder: "renderer/fleets" },
  { folder: "renderer/kubernetes" },
  // A tab of a server's page.
  { folder: "renderer/launch-flags", doors: ["launch-flags.tsx"] },
  { folder: "renderer/model" },
  // The table of models on Overview, and the button that loads a model, on its page.
  {
    folder: "renderer/models",
    doors: ["load-button.tsx", "models-card.tsx", "use-server-models.ts"],
  },
  { folder: "renderer/overview" },
  {
    folder: "renderer/prometheus",
    doors: ["gpus-card.tsx", "metrics-source.tsx", "prometheus-section.tsx"],
  },
  { folder: "renderer/serving-layers" },
  { folder: "renderer/settings" },
  { folder: "renderer/shell" },
  // Settings sign out.
  { folder: "renderer/sign-in", doors: ["sign-in-gate.tsx"] },
  // Tabs of a server's page.
  { folder: "renderer/torchserve", doors: ["management.tsx"] },
  { folder: "renderer/triton-settings", doors: ["triton-settings.tsx"] },
  // Tabs of a model's page.
  { folder: "renderer/traces", doors: ["traces.tsx"] },
  { folder: "renderer/what-if", doors: ["what-if.tsx"] },
  { folder: "renderer/tuning" },
];

/**
 * Tests, benches and scripts may bypass the doors, and so may the files of `renderer/` itself,
 * which assemble the screens.
 */
export const behindDoors =
  /\.(test|spec)\.tsx?$|\/testing\/|^(bench|e2e|scripts)\/|^renderer\/[^/]+$/;

/**
 * Folders whose subfolders each need a row in the table of domains, except those that all may
 * import.
 */
export const domainParents = ["main", "renderer"];
export const openFolders = [
  "main/testing",
  "renderer/charts",
  "renderer/figures",
  "renderer/format",
  "renderer/host",
  "renderer/time-range",
  "renderer/ui",
];
