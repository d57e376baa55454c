export function ConfigForm() {
  return null;
}
