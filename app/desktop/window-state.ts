import fs from "node:fs";
import { atomicWriteFile } from "../../main/store/index.ts";

/** Position and size in the screen's density-independent pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** State of the window when it was last closed; the bounds are those of the unmaximized window. */
export interface WindowState {
  readonly bounds: Bounds;
  readonly maximized: boolean;
}

/** At least this much must be on a screen, so that the window can be moved. */
const GRIP = { width: 120, height: 40 };
export const MINIMUM = { width: 800, height: 560 };
const WISHED = { width: 1440, height: 920 };

/** Reads the state; null if there is no valid one. */
export function readWindowState(file: string): WindowState | null {
  try {
    const { version, bounds, maximized } = JSON.parse(fs.readFileSync(file, "utf8"));
    const { x, y, width, height } = bounds;
    const whole = [x, y, width, height].every(Number.isInteger);
    if (version !== 1 || !whole || typeof maximized !== "boolean") return null;
    return { bounds: { x, y, width, height }, maximized };
  } catch {
    return null;
  }
}

export async function writeWindowState(file: string, state: WindowState): Promise<void> {
  await atomicWriteFile(file, `${JSON.stringify({ version: 1, ...state })}\n`);
}

/**
 * Where to open the window: at its last position if that is still on a screen's work area, else
 * centred on the first one, no larger than it.
 */
export function windowBounds(state: WindowState | null, screens: readonly Bounds[]): Bounds {
  const bounds = state?.bounds;
  const usable = bounds && bounds.width >= MINIMUM.width && bounds.height >= MINIMUM.height;
  if (usable && screens.some((screen) => canBeReached(bounds, screen))) return bounds;
  const wished = usable ? bounds : WISHED;
  const screen = screens[0] ?? { x: 0, y: 0, ...WISHED };
  const width = Math.min(wished.width, screen.width);
  const height = Math.min(wished.height, screen.height);
  return {
    x: Math.round(screen.x + (screen.width - width) / 2),
    y: Math.round(screen.y + (screen.height - height) / 2),
    width,
    height,
  };
}

/** Whether the window's top edge, by which it can be moved, is on the screen. */
function canBeReached(window: Bounds, screen: Bounds): boolean {
  const across =
    Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  const below = screen.y + screen.height - window.y;
  return across >= GRIP.width && window.y >= screen.y && below >= GRIP.height;
}
