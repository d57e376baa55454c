import { parsePaint } from "./colors.ts";
import { copyHtml } from "./copy-html.ts";
import { escapeXml, tag, wrapText } from "./markup.ts";

interface PictureParts {
  readonly title: string;
  /** Text below the chart. */
  readonly about: string;
  /** Why the chart is invalid. */
  readonly mark: string | undefined;
  readonly legend: Element;
  readonly chart: Element;
  /** Server and time of the export. */
  readonly source: string;
}

export interface Picture {
  readonly svg: string;
  /** px */
  readonly width: number;
  readonly height: number;
}

interface TextLook {
  readonly size: number;
  readonly weight?: number;
  readonly fill: string | undefined;
}

const PAD = 16;
const LINE = 16;
const CAPTION_SIZE = 11;
/** Mean width of a letter in font sizes: precise enough for line breaks. */
const LETTER = 0.56;

/** A chart as it looks now, in the active theme, as one self-contained SVG. */
export function chartPicture(parts: PictureParts): Picture {
  const { title, about, mark, legend, chart, source } = parts;
  const look = resolveColors(chart);
  const inner = chart.getBoundingClientRect().width;
  const text = (y: number, content: string, { size, weight = 400, fill }: TextLook) =>
    tag("text", { x: PAD, y, "font-size": size, "font-weight": weight, fill }, escapeXml(content));

  const pieces: string[] = [];
  let y = PAD;
  for (const line of wrapText(title, inner / (15 * LETTER))) {
    pieces.push(text(y + 14, line, { size: 15, weight: 600, fill: look.ink }));
    y += 22;
  }
  if (mark) {
    for (const line of wrapText(mark, (inner - 16) / (12 * LETTER))) {
      const width = Math.min(inner, line.length * 12 * LETTER + 16);
      pieces.push(
        tag("rect", { x: PAD, y: y + 2, width, height: 20, rx: 4, fill: look.badSoft }),
        tag(
          "text",
          { x: PAD + 8, y: y + 16, "font-size": 12, "font-weight": 600, fill: look.bad },
          escapeXml(line),
        ),
      );
      y += 24;
    }
  }
  for (const part of [legend, chart]) {
    y += 6;
    pieces.push(tag("g", { transform: `translate(${PAD} ${y})` }, copyHtml(part)));
    y += part.getBoundingClientRect().height;
  }
  y += 8;
  for (const line of wrapText(`${about}\n${source}`, inner / (CAPTION_SIZE * LETTER * 0.92))) {
    pieces.push(text(y + CAPTION_SIZE, line, { size: CAPTION_SIZE, fill: look.muted }));
    y += LINE;
  }
  const width = Math.ceil(inner + 2 * PAD);
  const height = Math.ceil(y + PAD / 2);
  const svg = tag(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": getComputedStyle(chart).fontFamily.replaceAll('"', "'"),
    },
    [
      tag("title", {}, escapeXml(title)),
      tag("desc", {}, escapeXml([mark, about].filter(Boolean).join("\n"))),
      tag("rect", { width, height, fill: look.surface }),
      ...pieces,
    ].join("\n"),
  );
  return { svg, width, height };
}

/** The active theme's colours at an element. */
function resolveColors(element: Element) {
  const probe = element.appendChild(document.createElement("span"));
  const resolve = (name: string) => {
    probe.style.color = `var(--color-${name})`;
    return parsePaint(getComputedStyle(probe).color)?.color;
  };
  const colors = {
    ink: resolve("ink"),
    muted: resolve("muted"),
    surface: resolve("surface"),
    bad: resolve("bad"),
    badSoft: resolve("bad-soft"),
  };
  probe.remove();
  return colors;
}
