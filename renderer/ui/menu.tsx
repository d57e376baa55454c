import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onPick: () => void;
}

interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
}

/** A button that opens a list of actions; arrow keys move through it, Escape closes it. */
export function Menu({ trigger, items }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" className="z-30 outline-none">
          <Base.Popup className="min-w-44 rounded-md border border-line-strong bg-raised py-1 shadow-pop outline-none">
            {items.map(({ label, icon, danger, disabled, onPick }) => (
              <Base.Item
                key={label}
                disabled={disabled ?? false}
                onClick={onPick}
                className={`flex cursor-pointer items-center gap-2 px-3 py-1.5 data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 data-[highlighted]:bg-hover [&_svg]:size-4 ${danger ? "text-bad" : ""}`}
              >
                {icon}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
