import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { builtinModules } from "node:module";
import { type BuilderOptions, defineConfig, type EnvironmentOptions, type Plugin } from "vite";

/**
 * Every module that a process or worker starts with, under the name by which the sources look for it once
 * bundled: all next to each other, so that `new URL("./name.js", import.meta.url)` finds them.
 */
export const workers = {
  generator: "main/lab/generator/process.ts",
  "generator-ticker": "main/lab/generator/ticker-thread.ts",
  "generator-probe": "main/lab/generator/disturbance/probe-thread.ts",
  "onnxruntime-host": "engine/backends/onnxruntime/onnxruntime-host.ts",
  "onnxruntime-worker": "engine/backends/onnxruntime/onnxruntime-worker.ts",
};
const entries = {
  ...workers,
  main: "app/desktop/main.ts",
  start: "app/start/main.ts",
  engine: "engine/process.ts",
  "prediction-thread": "main/what-if/prediction-thread.ts",
};

/** What every process of a Python model starts with: Python reads it from files. */
const PYTHON_HOST = "engine/backends/python/host";

const pythonHost: Plugin = {
  name: "python-host",
  applyToEnvironment: ({ name }) => name !== "preload",
  generateBundle() {
    for (const file of readdirSync(PYTHON_HOST, { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".py")) continue;
      const source = readFileSync(`${PYTHON_HOST}/${file}`, "utf8");
      this.emitFile({ type: "asset", fileName: `python-host/${file}`, source });
    }
  },
};

/** One letter outside of ASCII, as in a name in undici's licence comments, doubles the memory of a file's text. */
const asciiText: Plugin = {
  name: "ascii-text",
  applyToEnvironment: ({ name }) => name !== "preload",
  // The bundler has escaped those of literals: what is left is in comments.
  renderChunk: (code) => ({ code: code.normalize("NFD").replace(/[^\0-\x7f]/g, ""), map: null }),
};

const external = [/^node:(?!http$)/, ...builtinModules, "electron", "onnxruntime-node"];

/** Getters of `node:http` that load Node's internal undici; `maxHeaderSize`, which our undici needs, does not. */
const LOAD_UNDICI: ReadonlySet<string> = new Set(["WebSocket", "CloseEvent", "MessageEvent"]);

/**
 * `import … from "node:http"` reads every export of that module, some of which load undici: 30 ms of each process's
 * start. This takes the module without them.
 */
function httpWithoutUndici(): Plugin {
  const name = "\0http-without-undici";
  const exported = Object.keys(http).filter((each) => !LOAD_UNDICI.has(each));
  return {
    name: "http-without-undici",
    enforce: "pre",
    resolveId: (id) => (id === "node:http" ? name : null),
    load: (id) =>
      id === name
        ? `const http = process.getBuiltinModule("node:http");
           export default http;
           export const { ${exported.join(", ")} } = http;`
        : null,
  };
}

const shared = {
  target: "node24",
  minify: false,
  copyPublicDir: false,
} satisfies EnvironmentOptions["build"];

export const plugins = [httpWithoutUndici(), pythonHost, asciiText];

/** Modules of Node in `outDir`, each entry under its name. */
export const nodePrograms = (
  outDir: string,
  input: Record<string, string>,
): EnvironmentOptions => ({
  consumer: "server",
  resolve: { noExternal: true },
  build: {
    ...shared,
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      platform: "node",
      input,
      external,
      // hdr-histogram-js evaluates `require("zlib")` and takes its own deflate where that fails.
      checks: { eval: false },
      // Node reads the text of a module even where it has kept its compiled code: half of it was libraries' JSDoc.
      output: {
        format: "es",
        charset: "ascii",
        comments: { legal: true, annotation: false, jsdoc: false },
        entryFileNames: "[name].js",
        chunkFileNames: "chunk-[hash].js",
      },
    },
  },
});

/** Builds these environments one after another. */
export const buildInOrder = (...names: string[]): BuilderOptions => ({
  buildApp: async (builder) => {
    for (const name of names) {
      const environment = builder.environments[name];
      if (environment) await builder.build(environment);
    }
  },
});

/** The programs of `npm start` and the desktop, and the preload, which a sandbox takes as one CommonJS file alone. */
export default defineConfig({
  plugins,
  environments: {
    programs: nodePrograms("dist/programs", entries),
    preload: {
      consumer: "server",
      resolve: { noExternal: true },
      build: {
        ...shared,
        outDir: "dist/programs",
        emptyOutDir: false,
        rolldownOptions: {
          input: { preload: "app/desktop/preload.ts" },
          external: ["electron"],
          output: { format: "cjs", entryFileNames: "[name].cjs" },
        },
      },
    },
  },
  builder: buildInOrder("programs", "preload"),
});
