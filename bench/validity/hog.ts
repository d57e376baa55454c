// Uses a share of one CPU in bursts of random length. Arguments: share (0..1), mean burst in ms.
const share = Number(process.argv[2]);
const burstMs = Number(process.argv[3]);
const random = (mean: number) => -mean * Math.log(1 - Math.random());

function burst(): void {
  const until = performance.now() + random(burstMs);
  while (performance.now() < until);
  setTimeout(burst, random((burstMs * (1 - share)) / share));
}

process.once("disconnect", () => process.exit(0));
burst();
