export interface Paint {
  /** #rrggbb, which every SVG viewer supports. */
  readonly color: string;
  /** 0..1 */
  readonly alpha: number;
}

let pixel: CanvasRenderingContext2D | null = null;
const known = new Map<string, Paint | null>();

/** Converts a computed CSS colour, rgb() or oklab(), to SVG 1.1; null for a transparent one. */
export function parsePaint(css: string): Paint | null {
  const cached = known.get(css);
  if (cached !== undefined) return cached;
  const paint = css === "none" || css === "transparent" ? null : painted(css);
  known.set(css, paint);
  return paint;
}

function painted(css: string): Paint | null {
  pixel ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!pixel) return { color: css, alpha: 1 };
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = css;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
  if (alpha === 0) return null;
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return { color: `#${hex}`, alpha: Math.round((alpha / 255) * 1000) / 1000 };
}
