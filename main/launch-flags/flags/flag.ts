import type { LaunchFlag } from "../../contract/index.ts";

interface About {
  readonly aliases?: readonly string[];
  readonly fallback: string;
  readonly effect: string;
}

type Value = LaunchFlag["value"];

function flag(name: string, value: Value, { aliases = [], fallback, effect }: About): LaunchFlag {
  return { name, aliases: [...aliases], value, fallback, effect };
}

/** A whole number from 1. */
export const whole = (name: string, about: About): LaunchFlag =>
  number(name, { whole: true, least: 1, ...about });

export const number = (
  name: string,
  { whole: isWhole, least, ...about }: About & { readonly whole: boolean; readonly least: number },
): LaunchFlag =>
  flag(name, { kind: "number", whole: isWhole, least, most: null, exclusive: false }, about);

/** More than 0, at most 1. */
export const fraction = (name: string, about: About): LaunchFlag =>
  flag(name, { kind: "number", whole: false, least: 0, most: 1, exclusive: true }, about);

/** `off`: the flag that turns it off; "" where leaving it out does. */
export const onOff = (name: string, off: string, about: About): LaunchFlag =>
  flag(name, { kind: "switch", off }, about);

export const choice = (name: string, choices: readonly string[], about: About): LaunchFlag =>
  flag(name, { kind: "choice", choices: [...choices] }, about);

export const text = (name: string, about: About): LaunchFlag => flag(name, { kind: "text" }, about);
