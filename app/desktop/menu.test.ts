import { expect, test, vi } from "vitest";
import { menuTemplate } from "./menu.ts";

const options = {
  name: "Batchdeck",
  openDataDirectory: vi.fn<() => void>(),
  openModelRepository: vi.fn<() => void>(),
};

function itemsOf(platform: NodeJS.Platform) {
  const template = menuTemplate({ ...options, platform });
  return template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
}

test.each(["linux", "win32"] as const)("on %s the File menu quits the application", (platform) => {
  expect(itemsOf(platform).map(({ role }) => role)).toEqual(
    expect.arrayContaining(["quit", "about"]),
  );
});

test("on a Mac the first menu is the application's, with Quit and About", () => {
  expect(menuTemplate({ ...options, platform: "darwin" })[0]).toMatchObject({ role: "appMenu" });
  const roles = itemsOf("darwin").map(({ role }) => role);
  expect(roles).toContain("close");
  expect(roles).not.toContain("quit");
});

test.each(["linux", "win32", "darwin"] as const)("on %s there is an Edit menu", (platform) => {
  expect(menuTemplate({ ...options, platform }).map(({ role }) => role)).toContain("editMenu");
});

test("opens the folders", () => {
  for (const { click } of itemsOf("linux")) (click as (() => void) | undefined)?.();
  expect(options.openDataDirectory).toHaveBeenCalledOnce();
  expect(options.openModelRepository).toHaveBeenCalledOnce();
});
