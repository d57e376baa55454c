import type { Costs } from "../../../main/contract/index.ts";
import { UsageError } from "../command.ts";
import { integer, positive, wrong } from "./flag-values.ts";

type CostValues = Readonly<
  Partial<Record<"price-per-hour" | "price-per-gpu-hour" | "gpus" | "watts", string>>
>;

const CURRENCY = "USD";

/** Undefined if nothing was given. A UsageError has the flag, its value and what would be right. */
export function readCosts(values: CostValues): Costs | undefined {
  const { gpus, watts, "price-per-hour": server, "price-per-gpu-hour": gpu } = values;
  if (server !== undefined && gpu !== undefined)
    throw new UsageError(
      "--price-per-hour and --price-per-gpu-hour exclude each other; give one of them.",
    );
  if (gpus !== undefined && gpu === undefined)
    throw new UsageError("--gpus needs --price-per-gpu-hour.");
  const price = server ?? gpu;
  if (price === undefined && watts === undefined) return undefined;
  return {
    price:
      price === undefined
        ? null
        : {
            ...readPrice(gpu === undefined ? "--price-per-hour" : "--price-per-gpu-hour", price),
            per: gpu === undefined ? "server" : "gpu",
          },
    gpus: gpus === undefined ? null : integer("--gpus", gpus, 1, 100_000),
    watts: watts === undefined ? null : positive("--watts", watts, 10_000_000),
  };
}

function readPrice(flag: string, text: string) {
  const [, amount, currency = CURRENCY] =
    /^([\d.]+)\s*([\p{Sc}\p{L}]{1,5})?$/u.exec(text.trim()) ?? [];
  if (amount === undefined) return wrong(flag, text, "an amount, such as 2.5 or 2.5EUR");
  return { perHour: positive(flag, amount, 1_000_000), currency };
}
