import path from "node:path";
import { type Peer, python, source, venv } from "./peers.ts";

/** A cluster of one node with the application "echo" at /echo, which wants its token. */
export const rayServe: Peer = {
  name: "Ray Serve 2.60.0",
  tests: ["main/servers/kinds/ray-serve/real.test.ts"],
  variable: "REAL_RAY_SERVE",
  program: (folder) => path.join(folder, "venv", "bin", "serve"),
  install: (folder) => venv(folder, "ray[serve]==2.60.0"),
  prepare: (folder, { http, entrance, metrics }) => [
    python(folder),
    source("echo_ray.py"),
    String(http),
    String(entrance),
    String(metrics),
  ],
  ready: "/echo",
  readyAt: "entrance",
  env: () => ({
    RAY_AUTH_MODE: "token",
    RAY_AUTH_TOKEN: "real-token-of-the-test",
    RAY_USAGE_STATS_ENABLED: "0",
  }),
  has: { grpc: false, metrics: "own" },
};
