export function escapeXml(text: string): string {
  return (
    text
      // Characters that XML 1.0 doesn't allow.
      .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** One element; null and undefined attributes are left out, numbers get two decimals. */
export function tag(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => {
      const text = typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
      return ` ${key}="${escapeXml(text ?? "")}"`;
    })
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** Text broken into lines of at most this many characters, keeping its own line breaks. */
export function wrapText(text: string, most: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines = [""];
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const line = lines.at(-1) ?? "";
      if (line === "") lines[lines.length - 1] = word;
      else if (line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`;
      else lines.push(word);
    }
    return lines.filter(Boolean);
  });
}
