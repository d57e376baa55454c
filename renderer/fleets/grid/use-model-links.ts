import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useCallback, useMemo } from "react";

const MODEL = "MODEL-HERE";

/**
 * Where cells lead to, as plain links: thousands of the router's own would each listen to it. `follow` is the click's
 * handler of what they are in.
 */
export function useModelLinks() {
  const router = useRouter();
  const linkOf = useMemo(() => {
    const known = new Map<string, string>();
    return (server: string): string => {
      const there = known.get(server);
      if (there !== undefined) return there;
      const { href } = router.buildLocation({
        to: "/models/$name",
        params: { name: MODEL },
        search: { server },
      });
      const made = router.history.createHref(href);
      known.set(server, made);
      return made;
    };
  }, [router]);
  const follow = useCallback(
    (event: MouseEvent) => {
      const cell = (event.target as Element).closest<HTMLElement>("a[data-model]");
      const { model, server } = cell?.dataset ?? {};
      const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (!model || !server || elsewhere || event.button !== 0) return;
      event.preventDefault();
      void router.navigate({ to: "/models/$name", params: { name: model }, search: { server } });
    },
    [router],
  );
  return { linkOf, follow };
}

export function linkTo(link: string, model: string): string {
  return link.replace(MODEL, () => encodeURIComponent(model));
}
