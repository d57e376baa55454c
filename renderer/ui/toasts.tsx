import { Toast } from "@base-ui/react/toast";
import { AlertTriangle, CheckCircle2, X, XCircle } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass, IconButton } from "./button.tsx";

const manager = Toast.createToastManager();

/** An action for the subject of a toast. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Reports a success; disappears by itself. */
export function showSuccess(title: string, description?: string): void {
  manager.add({ title, ...(description ? { description } : {}), type: "success" });
}

/** Reports what was done, with an undo action for half a minute. */
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

/** Reports a success with a consequence; stays as long as an error. */
export function showWarning(title: string, description: string): void {
  const said = description === "" ? {} : { description };
  manager.add({ title, ...said, type: "warning", timeout: 12_000, priority: "high" });
}

/** Reports a failure with the host's message. */
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

/** At most three, newest first. On the left, since the next control to press is usually on the right: a dialog's buttons, a page's tools. */
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
