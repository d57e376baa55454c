// Makes the desktop packages in release/. electron-builder's own flags go after `--`:  npm run package -- --dir
import { build } from "./build.ts";
import { tool } from "./process.ts";

const report = (line: string) => void process.stdout.write(`${line}\n`);

await build("renderer", report);
await build("programs", report);
process.exitCode = await tool("electron-builder", ["--publish", "never", ...process.argv.slice(2)]);
