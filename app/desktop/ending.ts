import { app } from "electron";

/** Lets the application end only when `close`, begun once its windows are closed, has settled. */
export function endAfter(close: () => Promise<void>, platform: NodeJS.Platform): void {
  let state: "running" | "closing" | "closed" = "running";
  app.on("window-all-closed", () => {
    // A Mac application stays in the dock until it is asked to quit.
    if (platform !== "darwin") app.quit();
  });
  app.on("will-quit", (event) => {
    if (state === "closed") return;
    event.preventDefault();
    if (state === "closing") return;
    state = "closing";
    void close().finally(() => {
      state = "closed";
      app.quit();
    });
  });
}
