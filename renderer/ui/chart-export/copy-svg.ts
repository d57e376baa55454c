import { parsePaint } from "./colors.ts";
import { escapeXml, tag } from "./markup.ts";

const dropped = /^(class|style|role|tabindex|focusable|xmlns|data-.*|aria-.*|on.*)$/;
const inherited = [
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;
const painted = ["fill", "stroke"] as const;
const looks = new Set<string>([
  ...inherited,
  ...painted,
  "fill-opacity",
  "stroke-opacity",
  "opacity",
  "font-family",
]);

/** A page's SVG element as self-contained markup: all styles computed, without classes or variables. */
export function copySvg(element: SVGElement, place: { x: number; y: number } | null): string {
  const style = getComputedStyle(element);
  if (style.display === "none" || element.dataset["export"] === "none") return "";
  const attributes: Record<string, string | number | null> = {};
  for (const { name, value } of element.attributes) {
    if (!dropped.test(name) && !looks.has(name)) attributes[name] = value;
  }
  const parent = place ? null : element.parentElement && getComputedStyle(element.parentElement);
  for (const name of inherited) {
    const value = style.getPropertyValue(name).replaceAll("px", "");
    if (value !== parent?.getPropertyValue(name).replaceAll("px", "")) attributes[name] = value;
  }
  for (const name of painted) Object.assign(attributes, paint(name, style));
  if (style.opacity !== "1") attributes["opacity"] = style.opacity;
  if (style.visibility === "hidden") attributes["visibility"] = "hidden";
  if (place) {
    const { width, height } = element.getBoundingClientRect();
    Object.assign(attributes, { ...place, width, height, overflow: style.overflow });
  }
  return tag(element.tagName, attributes, copyChildren(element));
}

function paint(name: "fill" | "stroke", style: CSSStyleDeclaration): Record<string, string> {
  const value = style.getPropertyValue(name);
  if (value.startsWith("url(")) return { [name]: value.replaceAll('"', "") };
  const paint = parsePaint(value);
  if (!paint) return { [name]: "none" };
  const opacity = paint.alpha * Number(style.getPropertyValue(`${name}-opacity`) || 1);
  return {
    [name]: paint.color,
    [`${name}-opacity`]: String(Math.round(opacity * 1000) / 1000),
  };
}

function copyChildren(element: SVGElement): string {
  return [...element.childNodes]
    .map((child) => {
      if (child instanceof SVGElement) return copySvg(child, null);
      return child instanceof Text ? escapeXml(child.data) : "";
    })
    .join("");
}
