import type { ComponentProps } from "react";
import { cx } from "./classes.ts";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger";

const looks: Record<ButtonLook, string> = {
  primary: "bg-accent text-accent-ink hover:bg-accent-strong border-transparent",
  secondary: "bg-surface text-ink border-line-strong hover:bg-hover",
  quiet: "bg-transparent text-muted border-transparent hover:bg-hover hover:text-ink",
  danger: "bg-surface text-bad border-bad hover:bg-bad-soft",
};

export function buttonClass(look: ButtonLook = "secondary", className?: string): string {
  return cx(
    "inline-flex h-8 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-3 font-medium",
    "transition-colors disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
    looks[look],
    className,
  );
}

export interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: ButtonLook;
}

export function Button({ look = "secondary", className, ...rest }: ButtonProps) {
  return <button type="button" className={buttonClass(look, className)} {...rest} />;
}

interface IconButtonProps extends ButtonProps {
  /** Its accessible name, shown as a hint. */
  readonly label: string;
}

export function IconButton({ label, look = "quiet", className, ...rest }: IconButtonProps) {
  return (
    <Button
      look={look}
      aria-label={label}
      data-hint={label}
      className={cx("w-8 px-0", className)}
      {...rest}
    />
  );
}
