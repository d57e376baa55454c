// Finds or gets a Chromium for the browser tests: one already there, else Playwright's, else Debian's.
import fs from "node:fs";
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

function isDebianRoot(): boolean {
  return fs.existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;
}

async function fromPlaywright(): Promise<void> {
  process.stdout.write("No Chromium found; asking Playwright for its own…\n");
  const cli = ["playwright", "install", "chromium"];
  await run("npx", ["--no-install", ...cli], { timeoutMs: 3 * MINUTE, quiet: true }).catch(() => 1);
}

async function fromDebian(): Promise<void> {
  process.stdout.write("Installing Debian's chromium…\n");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env, timeoutMs: 3 * MINUTE });
  const packages = [
    "install",
    "-y",
    "-qq",
    "--no-install-recommends",
    "chromium",
    "fonts-dejavu-core",
  ];
  await run("apt-get", packages, { env, timeoutMs: 5 * MINUTE });
}

/** Path of a Chromium; installs one where that is possible. Throws one sentence when none can be had. */
export async function ensureChromium(): Promise<string> {
  let found = present();
  if (found) return found;
  await fromPlaywright();
  found = present();
  if (!found && isDebianRoot()) {
    await fromDebian();
    found = present();
  }
  if (found) return found;
  throw new Error(
    "The browser tests need a Chromium and none could be had: install Chromium or Chrome, or set CHROMIUM_PATH to one.",
  );
}

if (import.meta.main) process.stdout.write(`${await ensureChromium()}\n`);
