import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useHost } from "./context.tsx";
import { useRequest } from "./requests.ts";
import { showError } from "../ui/toasts.tsx";
import { applyTheme, currentTheme, onTheme, type Theme } from "./theme.ts";

/** The theme and a function that sets it; the host stores it for every window. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const { client } = useHost();
  const theme = useSyncExternalStore(onTheme, currentTheme);
  const change = useCallback(
    (next: Theme) => {
      applyTheme(next);
      client
        .request("settings.set", { theme: next })
        .catch((error: unknown) => showError("The theme could not be saved.", error));
    },
    [client],
  );
  return [theme, change];
}

/** Applies the theme stored by the host once it has answered. */
export function useRememberedTheme(): void {
  const { data } = useRequest("settings.get", {});
  const theme = data?.theme;
  useEffect(() => {
    if (theme && theme !== currentTheme()) applyTheme(theme);
  }, [theme]);
}
