// Finds or installs a Chromium for browser tests and benches: an installed one, else Playwright's,
// else Debian's.
import fs from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { run } from "./process.ts";

const MINUTE = 60_000;

const known = [
  process.env["CHROMIUM_PATH"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function present(): string | undefined {
  return [...known, chromium.executablePath()].find((file) => file && fs.existsSync(file));
}

/** Headless Chromium, which takes half the CPU time: Debian's, or Playwright's. */
function presentShell(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return named;
  const kept = path.resolve(chromium.executablePath(), "../../..");
  const playwrights = fs.globSync("chromium_headless_shell-*/*/*headless?shell{,.exe}", {
    cwd: kept,
  });
  const files = [
    "/usr/bin/chromium-headless-shell",
    ...playwrights.map((file) => path.join(kept, file)),
  ];
  return files.find((file) => fs.existsSync(file));
}

function isDebianRoot(): boolean {
  return fs.existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;
}

async function fromPlaywright(): Promise<void> {
  process.stdout.write("No Chromium found; asking Playwright for its own…\n");
  const cli = ["playwright", "install", "chromium"];
  await run("npx", ["--no-install", ...cli], { timeoutMs: 3 * MINUTE, quiet: true }).catch(() => 1);
}

async function fromDebian(): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env, timeoutMs: 3 * MINUTE });
  // Older releases have no separate package of the shell.
  for (const name of ["chromium-headless-shell", "chromium"]) {
    process.stdout.write(`Installing Debian's ${name}…\n`);
    const options = ["-y", "-qq", "--no-install-recommends"];
    const args = ["install", ...options, name, "fonts-dejavu-core"];
    if ((await run("apt-get", args, { env, timeoutMs: 5 * MINUTE })) === 0) return;
  }
}

/** Path of a Chromium; installs one if possible. Throws one sentence if that fails. */
async function ensure(find: () => string | undefined): Promise<string> {
  let found = find();
  if (found) return found;
  await fromPlaywright();
  found = find();
  if (!found && isDebianRoot()) {
    await fromDebian();
    found = find();
  }
  if (found) return found;
  throw new Error(
    "The browser tests need a Chromium and none could be had: install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}

/** For benches and pictures, which need the full browser if there is one. */
export const ensureChromium = () => ensure(() => present() ?? presentShell());

/** For tests. */
export const ensureHeadlessShell = () => ensure(() => presentShell() ?? present());

if (import.meta.main) process.stdout.write(`${await ensureChromium()}\n`);
