/** For a Chromium that tests and benches drive: headless, as any user, and silent towards the network. */
export const chromiumArguments: string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
