import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useCallback, useMemo } from "react";

const MODEL = "MODEL-HERE";

/**
 * Links of the cells in a server's row, as plain links: thousands of the router's own would each subscribe to it.
 * {@link useFollow} handles their clicks.
 */
export function useModelLinks(server: string): (model: string) => string {
  const router = useRouter();
  return useMemo(() => {
    const { href } = router.buildLocation({
      to: "/models/$name",
      params: { name: MODEL },
      search: { server },
    });
    const link = router.history.createHref(href);
    return (model) => link.replace(MODEL, () => encodeURIComponent(model));
  }, [router, server]);
}

/** Click handler of an element that contains such links. */
export function useFollow(): (event: MouseEvent) => void {
  const router = useRouter();
  return useCallback(
    (event) => {
      const cell = (event.target as Element).closest<HTMLElement>("a[data-model]");
      const { model, server } = cell?.dataset ?? {};
      const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!model || !server || elsewhere || event.button !== 0) return;
      event.preventDefault();
      void router.navigate({ to: "/models/$name", params: { name: model }, search: { server } });
    },
    [router],
  );
}
