const KEY = "batchdeck.alert-notifications";

export type Notifying = "on" | "off" | "refused" | "unable";

/** Whether the system shows alerts: it must be turned on here and allowed in the browser. */
export function notifying(): Notifying {
  if (typeof Notification === "undefined") return "unable";
  if (Notification.permission === "denied") return "refused";
  return Notification.permission === "granted" && localStorage.getItem(KEY) === "on" ? "on" : "off";
}

/** Asks for the browser's permission if necessary; returns the result. */
export async function setNotifying(wanted: boolean): Promise<Notifying> {
  if (wanted && typeof Notification !== "undefined" && Notification.permission === "default")
    await Notification.requestPermission();
  localStorage.setItem(KEY, wanted ? "on" : "off");
  return notifying();
}

/** Shows a system notification if turned on. With several pages open, notifications with the same `tag` appear once. */
export function notify(title: string, body: string, tag: string): void {
  if (notifying() !== "on") return;
  const shown = new Notification(title, { body, tag });
  shown.onclick = () => window.focus();
}
