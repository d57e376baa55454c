import type { Costs } from "../../../main/contract/index.ts";
import { UsageError } from "../command.ts";
import { integer, number, positive, wrong } from "./flag-values.ts";

type CostValues = Readonly<
  Partial<
    Record<
      | "price-per-hour"
      | "price-per-gpu-hour"
      | "price-per-million-input"
      | "price-per-million-output"
      | "gpus"
      | "watts",
      string
    >
  >
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
  const tokenPrice = readTokenPrice(values);
  if (price !== undefined && tokenPrice)
    throw new UsageError(
      "Prices per hour and per million tokens exclude each other; give one of them.",
    );
  if (price === undefined && !tokenPrice && watts === undefined) return undefined;
  return {
    ...(tokenPrice && { tokenPrice }),
    price:
      price === undefined
        ? null
        : {
            ...perHour(gpu === undefined ? "--price-per-hour" : "--price-per-gpu-hour", price),
            per: gpu === undefined ? "server" : "gpu",
          },
    gpus: gpus === undefined ? null : integer("--gpus", gpus, 1, 100_000),
    watts: watts === undefined ? null : positive("--watts", watts, 10_000_000),
  };
}

/** Null without either. */
function readTokenPrice(values: CostValues): Costs["tokenPrice"] {
  const read = (name: "price-per-million-input" | "price-per-million-output") => {
    const text = values[name];
    return text === undefined ? null : readPrice(`--${name}`, text);
  };
  const [input, output] = [read("price-per-million-input"), read("price-per-million-output")];
  const currency = input?.currency ?? output?.currency;
  if (currency === undefined) return null;
  if (input && output && input.currency !== output.currency)
    throw new UsageError(
      `--price-per-million-input is in ${input.currency} and --price-per-million-output in ${output.currency}; use one currency.`,
    );
  const [inputPerMillion, outputPerMillion] = [input?.amount ?? 0, output?.amount ?? 0];
  if (inputPerMillion + outputPerMillion === 0)
    throw new UsageError("One of --price-per-million-input and -output must be above 0.");
  return { inputPerMillion, outputPerMillion, currency };
}

function perHour(flag: string, text: string) {
  const { amount, currency } = readPrice(flag, text);
  return { perHour: positive(flag, String(amount), 1_000_000), currency };
}

function readPrice(flag: string, text: string) {
  const [, amount, currency = CURRENCY] =
    /^([\d.]+)\s*([\p{Sc}\p{L}]{1,5})?$/u.exec(text.trim()) ?? [];
  if (amount === undefined) return wrong(flag, text, "an amount, such as 2.5 or 2.5EUR");
  return { amount: number(flag, amount, 0, 1_000_000), currency };
}
