export function ClocksPanel() {
  return null;
}
