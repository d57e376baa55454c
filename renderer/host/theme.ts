import type { Settings } from "../../main/contract/index.ts";

export type Theme = Settings["theme"];

const KEY = "batchdeck.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];
const listeners = new Set<() => void>();

function remembered(): Theme {
  const value = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === value) ?? "system";
}

/** Applies the theme stored in this browser before the host has answered. */
export function startTheme(): void {
  const theme = remembered();
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function currentTheme(): Theme {
  return remembered();
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  startTheme();
  for (const listener of listeners) listener();
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The next theme in the cycle system, light, dark. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
}
