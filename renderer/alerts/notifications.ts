const KEY = "batchdeck.alert-notifications";

export type Notifying = "on" | "off" | "refused" | "unable";

/** Whether the system shows alerts: the user has to want it here, and to allow it to the browser. */
export function notifying(): Notifying {
  if (typeof Notification === "undefined") return "unable";
  if (Notification.permission === "denied") return "refused";
  return Notification.permission === "granted" && localStorage.getItem(KEY) === "on" ? "on" : "off";
}

/** Asks the user where that has not been done; what came of it. */
export async function setNotifying(wanted: boolean): Promise<Notifying> {
  if (wanted && typeof Notification !== "undefined" && Notification.permission === "default")
    await Notification.requestPermission();
  localStorage.setItem(KEY, wanted ? "on" : "off");
  return notifying();
}

/** Shows a notification of the system, where it is wanted. Of several pages that show one of a `tag` the last one's stays. */
export function notify(title: string, body: string, tag: string): void {
  if (notifying() !== "on") return;
  const shown = new Notification(title, { body, tag });
  shown.onclick = () => window.focus();
}
