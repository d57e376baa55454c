/**
 * Chromium only uses the last such list: it repeats Playwright's (background tasks and network
 * requests), and adds the pages behind the address bar, which a window without one would load in a
 * process of its own for each test.
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

/**
 * For a Chromium that tests and benches control: headless, as any user, and without network
 * requests of its own.
 */
export const chromiumArguments: string[] = [
  `--disable-features=${DISABLED.join(",")}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
