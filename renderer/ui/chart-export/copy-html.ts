import { parsePaint } from "./colors.ts";
import { copySvg } from "./copy-svg.ts";
import { escapeXml, tag } from "./markup.ts";

interface Origin {
  readonly left: number;
  readonly top: number;
}

const controls = "button, input, select, [data-export=none]";

/** An element's content as SVG markup in px from its upper left corner. Controls are left out. */
export function copyHtml(element: Element): string {
  return copy(element, element.getBoundingClientRect());
}

function copy(element: Element, origin: Origin): string {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const hidden = style.display === "none" || style.visibility === "hidden" || style.opacity === "0";
  // Skips what only assistive technology reads: it is one pixel in size.
  if (hidden || element.matches(controls) || (box.width <= 1 && box.height <= 1)) return "";
  const [x, y] = [box.left - origin.left, box.top - origin.top];
  if (element instanceof SVGElement) return copySvg(element, { x, y });
  if (element instanceof HTMLCanvasElement) {
    const { width, height } = box;
    return tag("image", { x, y, width, height, href: element.toDataURL("image/png") });
  }
  const inside = [...element.childNodes].map((child) => {
    if (child instanceof Element) return copy(child, origin);
    return child instanceof Text ? copyText(child, origin, style) : "";
  });
  return copyBox(element, style, x, y) + inside.join("");
}

/** An element's background and borders. */
function copyBox(element: Element, style: CSSStyleDeclaration, x: number, y: number): string {
  let { width, height } = element.getBoundingClientRect();
  let transform: string | null = null;
  if (style.rotate !== "none" && element instanceof HTMLElement) {
    transform = `rotate(${parseFloat(style.rotate)} ${x + width / 2} ${y + height / 2})`;
    x += (width - element.offsetWidth) / 2;
    y += (height - element.offsetHeight) / 2;
    [width, height] = [element.offsetWidth, element.offsetHeight];
  }
  const fill = parsePaint(style.backgroundColor);
  const ground =
    fill && width > 0 && height > 0
      ? tag("rect", {
          x,
          y,
          width,
          height,
          transform,
          rx: Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2) || null,
          fill: fill.color,
          "fill-opacity": fill.alpha,
        })
      : "";
  const [right, bottom] = [x + width, y + height];
  return [
    ground,
    border(style, "top", [x, y, right, y]),
    border(style, "right", [right, y, right, bottom]),
    border(style, "bottom", [x, bottom, right, bottom]),
    border(style, "left", [x, y, x, bottom]),
  ].join("");
}

function border(
  style: CSSStyleDeclaration,
  side: "top" | "right" | "bottom" | "left",
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): string {
  const width = parseFloat(style.getPropertyValue(`border-${side}-width`)) || 0;
  const look = style.getPropertyValue(`border-${side}-style`);
  const paint = parsePaint(style.getPropertyValue(`border-${side}-color`));
  if (width === 0 || look === "none" || look === "hidden" || !paint) return "";
  return tag("line", {
    x1,
    y1,
    x2,
    y2,
    stroke: paint.color,
    "stroke-opacity": paint.alpha,
    "stroke-width": width,
    "stroke-dasharray": look === "dashed" ? `${2 * width + 2} ${width + 2}` : null,
  });
}

/** A text at its position, line by line. */
function copyText(node: Text, origin: Origin, style: CSSStyleDeclaration): string {
  const paint = parsePaint(style.color);
  if (!paint) return "";
  const size = parseFloat(style.fontSize);
  const lines = new Map<number, { left: number; middle: number; words: string[] }>();
  const range = document.createRange();
  for (const word of node.data.matchAll(/\S+/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const box = range.getBoundingClientRect();
    const top = Math.round(box.top);
    const line = lines.get(top) ?? { left: box.left, middle: box.top + box.height / 2, words: [] };
    line.words.push(word[0]);
    lines.set(top, line);
  }
  return [...lines.values()]
    .map(({ left, middle, words }) =>
      tag(
        "text",
        {
          x: left - origin.left,
          // The baseline below the middle of the line, since not every SVG viewer supports vertical alignment.
          y: middle - origin.top + size * 0.36,
          "font-size": size,
          "font-weight": style.fontWeight,
          fill: paint.color,
          "fill-opacity": paint.alpha,
        },
        escapeXml(words.join(" ")),
      ),
    )
    .join("");
}
