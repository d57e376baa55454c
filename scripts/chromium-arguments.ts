/**
 * Chromium takes the last list alone: what Playwright disables for pages and for silence towards the network, and the
 * pages behind the address bar, which a window without one would load in a process of its own for each test.
 */
const DISABLED = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "PreloadTopChromeWebUI",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** For a Chromium that tests and benches drive: headless, as any user, and silent towards the network. */
export const chromiumArguments: string[] = [
  `--disable-features=${DISABLED.join(",")}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
