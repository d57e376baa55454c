export function formatText(text: string): string {
  return text;
}
