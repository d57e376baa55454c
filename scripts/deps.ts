/** Who may import whom. `check-deps.ts` enforces it; ARCHITECTURE in docs/ says why. */
export interface Rule {
  /** Files under this folder, or this file. The longest match decides. */
  readonly from: string;
  /** Own folders or files that may be imported; a folder may always import itself. */
  readonly own: readonly string[];
  /** Packages and Node modules: "*" for any, "node:*" for all of Node. */
  readonly packages: readonly string[];
}

/** Parts of base/ that need neither Node nor a browser. */
const basePure = ["base/latency-histogram.ts", "base/one-line.ts", "base/status-error.ts"];

/** Parts of the engine that are pure and say how it is spoken to. */
const enginePure = [
  "engine/config",
  "engine/types.ts",
  "engine/protocol/restrictions.ts",
  "engine/protocol/byte-budget.ts",
  "engine/protocol/grpc/framing",
  "engine/onnx-file",
];

const onlyTests = ["vitest", "fast-check", "@bufbuild/protobuf"];

export const rules: readonly Rule[] = [
  { from: "base", own: [], packages: ["node:crypto", "node:http", "node:path", "node:process"] },
  ...basePure.map((from) => ({ from, own: [], packages: [] })),
  {
    from: "engine",
    own: ["base", "assets/proto", "package.json"],
    packages: ["node:*", "@grpc/grpc-js", "protobufjs", "onnxruntime-node", "xxhash-wasm"],
  },
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
  {
    from: "main/wire",
    own: ["base", "main", ...enginePure, "assets/proto"],
    packages: ["node:*", "protobufjs", "csv-parse", "fflate", "jpeg-js", "pngjs"],
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
  { from: "app/desktop", own: ["app", "base", "main", "assets"], packages: ["node:*", "electron"] },
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
      "scripts",
      "assets",
    ],
    packages: ["*"],
  },
];

/** What test files may import next to what their folder may. */
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
