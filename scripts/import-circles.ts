/** Groups of files that import each other in a circle. `imports`: the files that each file imports. */
export function importCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  // Tarjan's strongly connected components.
  const visit = (file: string): number => {
    let low = order.size;
    order.set(file, low);
    lowest.set(file, low);
    const place = open.push(file) - 1;
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      const seen = order.get(target);
      if (seen === undefined) low = Math.min(low, visit(target));
      else if (lowest.has(target)) low = Math.min(low, seen);
    }
    if (low === order.get(file)) {
      const group = open.splice(place);
      for (const each of group) lowest.delete(each);
      if (group.length > 1) circles.push(group);
    }
    return low;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}
