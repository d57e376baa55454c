import { type Costs, costs } from "../../main/contract/index.ts";

/** Price and power as they are typed. */
export interface TypedCosts {
  /** `server`, `gpu`: per hour. `tokens`: per million. */
  readonly per: "server" | "gpu" | "tokens";
  readonly price: string;
  readonly input: string;
  readonly output: string;
  readonly currency: string;
  readonly gpus: string;
  readonly watts: string;
  /** Where power comes from: entered, or measured by whom; `any`: the metrics, else DCGM. */
  readonly power: "any" | "metrics" | "prometheus" | "entered";
}

export const typeCosts = (given: Costs | undefined): TypedCosts => ({
  per: given?.tokenPrice ? "tokens" : (given?.price?.per ?? "server"),
  price: given?.price ? String(given.price.perHour) : "",
  input: given?.tokenPrice ? String(given.tokenPrice.inputPerMillion) : "",
  output: given?.tokenPrice ? String(given.tokenPrice.outputPerMillion) : "",
  currency: given?.tokenPrice?.currency ?? given?.price?.currency ?? "USD",
  gpus: given?.gpus ? String(given.gpus) : "",
  watts: given?.watts ? String(given.watts) : "",
  power: given?.watts ? "entered" : (given?.powerFrom ?? "any"),
});

export type ReadCosts =
  /** Null: nothing was entered. */
  { readonly costs: Costs | null } | { readonly wrong: keyof TypedCosts; readonly message: string };

const MESSAGES: Readonly<Partial<Record<keyof TypedCosts, string>>> = {
  price: "Enter an amount above 0, such as 2.5.",
  input: "Enter an amount from 0, such as 0.5.",
  output: "Enter an amount from 0, such as 1.5; one of the two must be above 0.",
  currency: "Enter up to five letters or a sign, such as USD or €.",
  gpus: "Enter a whole number from 1.",
  watts: "Enter a power above 0, such as 700.",
};

const number = (text: string) => (text.trim() === "" ? null : Number(text.replace(",", ".")));

export function readCosts(typed: TypedCosts): ReadCosts {
  const { per, power } = typed;
  const currency = typed.currency.trim();
  const [perHour, input, output] = [typed.price, typed.input, typed.output].map(number);
  const watts = power === "entered" ? number(typed.watts) : null;
  const isByToken = per === "tokens";
  const hasTokens = isByToken && (input !== null || output !== null);
  const hasPrice = !isByToken && perHour !== null;
  if (power === "entered" && watts === null)
    return { wrong: "watts", message: MESSAGES.watts ?? "" };
  if (!hasTokens && !hasPrice && power === "any") return { costs: null };
  const result = costs.safeParse({
    price: hasPrice ? { perHour, per, currency } : null,
    ...(hasTokens && {
      tokenPrice: { inputPerMillion: input ?? 0, outputPerMillion: output ?? 0, currency },
    }),
    gpus: per === "gpu" ? number(typed.gpus) : null,
    watts,
    ...((power === "metrics" || power === "prometheus") && { powerFrom: power }),
  });
  if (result.success) return { costs: result.data };
  const wrong = wrongField(result.error.issues[0]?.path ?? []);
  return { wrong, message: MESSAGES[wrong] ?? "" };
}

const FIELDS: Readonly<Record<string, keyof TypedCosts>> = {
  currency: "currency",
  inputPerMillion: "input",
  outputPerMillion: "output",
  tokenPrice: "output",
  gpus: "gpus",
  watts: "watts",
};

function wrongField(path: readonly PropertyKey[]): keyof TypedCosts {
  const name = path.findLast((key) => typeof key === "string" && key in FIELDS);
  return (typeof name === "string" && FIELDS[name]) || "price";
}
