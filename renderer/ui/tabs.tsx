import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onPick: (value: T) => void;
  readonly tabs: readonly { value: T; label: ReactNode }[];
  readonly children: ReactNode;
}

export function Tabs<T extends string>({ label, value, onPick, tabs, children }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onPick(next as T)}>
      <Base.List aria-label={label} className="flex gap-1 border-line border-b">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-9 items-center gap-1.5 border-transparent border-b-2 px-3 font-medium text-muted hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className="pt-4 outline-none" tabIndex={-1}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
