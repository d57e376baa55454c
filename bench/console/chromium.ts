import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { chromiumArguments } from "../../scripts/chromium-arguments.ts";
import { ensureChromium } from "../../scripts/chromium.ts";

/** Starts the Chromium of the browser tests. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
}

/** With a profile in a folder: cookies, cached files and their compiled code. */
export async function launchProfile(directory: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(directory, {
    executablePath: await ensureChromium(),
    args: chromiumArguments,
  });
}
