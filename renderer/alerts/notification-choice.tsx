import { Bell, BellOff } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { showWarning } from "../ui/toasts.tsx";
import { notifying, setNotifying } from "./notifications.ts";

/** Turns the system's notifications of alerts on or off. */
export function NotificationChoice() {
  const [state, setState] = useState(notifying);
  if (state === "unable") return null;
  const on = state === "on";
  const choose = async () => {
    const next = await setNotifying(!on);
    setState(next);
    if (next === "refused")
      showWarning(
        "The browser does not allow notifications here.",
        "Allow them for this page in the browser's settings. Alerts are shown in the console all the same.",
      );
  };
  return (
    <Button aria-pressed={on} onClick={() => void choose()}>
      {on ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
      System notifications {on ? "on" : "off"}
    </Button>
  );
}
