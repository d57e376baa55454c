import { type Browser, chromium } from "@playwright/test";
import { chromiumArguments } from "../../scripts/chromium-arguments.ts";
import { ensureChromium } from "../../scripts/chromium.ts";

/** A Chromium of its own, as the browser tests use it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments });
}
