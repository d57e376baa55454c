import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { type Command, CommandRegistry } from "./commands.ts";
import { HotkeyMatcher } from "./hotkeys.ts";

const Context = createContext<CommandRegistry | null>(null);

function useRegistry(): CommandRegistry {
  const registry = use(Context);
  if (!registry) throw new Error("Commands need a CommandProvider above them.");
  return registry;
}

/** Registers commands while the calling component is mounted. The array must be stable (useMemo). */
export function useCommands(commands: readonly Command[]): void {
  const registry = useRegistry();
  useEffect(() => registry.register(commands), [registry, commands]);
}

export function useAllCommands(): readonly Command[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.list);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))
  );
}

export function CommandProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(() => new CommandRegistry());
  useEffect(() => {
    const matcher = new HotkeyMatcher();
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const typing = isTyping(event.target);
      const command = matcher.match(event, registry.list(), event.timeStamp, typing);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [registry]);
  return <Context value={registry}>{children}</Context>;
}
