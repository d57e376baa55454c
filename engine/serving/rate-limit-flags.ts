import type { EngineOptions } from "../engine.ts";
import { FlagError, type FlagReader, wholeNumber } from "./flag-values.ts";

const RESOURCE = "rate-limit-resource";

/** --rate-limit and --rate-limit-resource=NAME:COUNT[:DEVICE]; DEVICE is a number or `global`. */
export function rateLimitOptions(
  flags: FlagReader,
): Pick<EngineOptions, "rateLimit" | "rateLimitResources"> {
  const rateLimit = flags.choice("rate-limit", ["off", "execution_count"], "off");
  const rateLimitResources = flags.all(RESOURCE).map((value) => {
    const [name = "", count, device = "each", ...more] = value.split(":");
    if (name === "" || count === undefined || more.length > 0) {
      throw new FlagError(`--${RESOURCE} takes NAME:COUNT or NAME:COUNT:DEVICE, not '${value}'.`);
    }
    return { name, count: wholeNumber(`--${RESOURCE}=${name}`, count), device: readDevice(device) };
  });
  if (rateLimitResources.length > 0 && rateLimit === "off") {
    throw new FlagError(`--${RESOURCE} needs --rate-limit=execution_count.`);
  }
  return { rateLimit, rateLimitResources };
}

function readDevice(text: string): number | "each" | "global" {
  const word = text.toLowerCase();
  return word === "each" || word === "global" ? word : wholeNumber(`--${RESOURCE}'s device`, text);
}
