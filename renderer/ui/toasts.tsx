import { Toast } from "@base-ui/react/toast";
import { AlertTriangle, CheckCircle2, X, XCircle } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass, IconButton } from "./button.tsx";

const manager = Toast.createToastManager();

/** What can be done about what a toast says. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Says that something worked; goes away by itself. */
export function showSuccess(title: string, description?: string): void {
  manager.add({ title, ...(description ? { description } : {}), type: "success" });
}

/** Says what was done and offers to undo it, for half a minute. */
export function showUndo(
  type: "success" | "warning",
  title: string,
  description: string,
  { label, run }: ToastAction,
): void {
  const id = manager.add({
    title,
    ...(description === "" ? {} : { description }),
    type,
    timeout: 30_000,
    actionProps: {
      children: label,
      onClick: () => {
        manager.close(id);
        run();
      },
    },
  });
}

/** Reports of something that worked and has a consequence one should know; stays as long as a failure. */
export function showWarning(title: string, description: string): void {
  const said = description === "" ? {} : { description };
  manager.add({ title, ...said, type: "warning", timeout: 12_000, priority: "high" });
}

/** Reports that something failed, in the host's words. */
export function showError(title: string, error: unknown): void {
  const description = error instanceof Error ? error.message : String(error);
  manager.add({ title, description, type: "error", timeout: 12_000, priority: "high" });
}

const icons: Readonly<Record<string, ReactNode>> = {
  error: <XCircle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />,
  warning: <AlertTriangle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />,
  success: <CheckCircle2 aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />,
};

function ToastList() {
  const { toasts, close } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line-strong bg-raised px-4 py-3 shadow-pop data-limited:hidden"
    >
      {icons[toast.type ?? ""] ?? icons["success"]}
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-semibold" />
        <Toast.Description className="break-words text-muted" />
        {toast.actionProps && <Toast.Action className={buttonClass("secondary", "mt-2")} />}
      </div>
      <IconButton label="Dismiss" className="-my-1 -mr-2" onClick={() => close(toast.id)}>
        <X aria-hidden="true" />
      </IconButton>
    </Toast.Root>
  ));
}

/** Three at most, newest first. At the left, since what one presses next is at the right: a dialog's buttons, a page's tools. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="pointer-events-none fixed bottom-4 left-4 z-50 flex w-96 flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
