import type { MenuItemConstructorOptions } from "electron";

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  readonly name: string;
  readonly openDataDirectory: () => void;
  readonly openModelRepository: () => void;
}

const separator = { type: "separator" } as const;

/** The application's menu. Edit and window commands are the system's, with its shortcuts. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const mac = options.platform === "darwin";
  return [
    ...(mac ? [{ label: options.name, role: "appMenu" } as const] : []),
    {
      label: "&File",
      submenu: [
        { label: "Open &Model Repository", click: options.openModelRepository },
        { label: "Open &Data Directory", click: options.openDataDirectory },
        separator,
        mac ? { role: "close" } : { role: "quit" },
      ],
    },
    { role: "editMenu" },
    {
      label: "&View",
      submenu: [
        { role: "reload" },
        { role: "toggleDevTools" },
        separator,
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        separator,
        { role: "togglefullscreen" },
      ],
    },
    { role: "windowMenu" },
    ...(mac ? [] : [{ label: "&Help", submenu: [{ role: "about" } as const] }]),
  ];
}
