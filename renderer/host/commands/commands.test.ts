import { expect, test } from "vitest";
import { type Command, CommandRegistry, searchCommands } from "./commands.ts";
import { HotkeyMatcher } from "./hotkeys.ts";

const command = (id: string, title: string, keys?: string): Command => ({
  id,
  title,
  group: "Go to",
  run: () => {},
  ...(keys ? { keys } : {}),
});

const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false });

test("a registered command is listed until it is taken back", () => {
  const registry = new CommandRegistry();
  let calls = 0;
  registry.subscribe(() => {
    calls += 1;
  });
  const remove = registry.register([command("a", "Open the overview")]);
  expect(registry.list().map((each) => each.id)).toEqual(["a"]);
  remove();
  expect(registry.list()).toEqual([]);
  expect(calls).toBe(2);
});

test("a search needs every word, and prefers the beginnings of words", () => {
  const commands = [command("a", "Show recoveries"), command("b", "Open the overview")];
  expect(searchCommands(commands, "ove").map((each) => each.id)).toEqual(["b", "a"]);
  expect(searchCommands(commands, "open over").map((each) => each.id)).toEqual(["b"]);
  expect(searchCommands(commands, "nothing")).toEqual([]);
});

test("keys one after the other are one shortcut when they come soon", () => {
  const matcher = new HotkeyMatcher();
  const commands = [command("go", "Open", "g o"), command("help", "Help", "?")];
  expect(matcher.match(press("g"), commands, 0, false)).toBeUndefined();
  expect(matcher.match(press("o"), commands, 300, false)?.id).toBe("go");
  matcher.match(press("g"), commands, 10_000, false);
  expect(matcher.match(press("o"), commands, 20_000, false)).toBeUndefined();
  expect(matcher.match(press("?"), commands, 20_100, false)?.id).toBe("help");
});

test("while typing only combinations with Ctrl count", () => {
  const matcher = new HotkeyMatcher();
  const commands = [command("palette", "Palette", "Ctrl+K"), command("help", "Help", "?")];
  expect(matcher.match(press("?"), commands, 0, true)).toBeUndefined();
  expect(matcher.match(press("k", true), commands, 1, true)?.id).toBe("palette");
});
