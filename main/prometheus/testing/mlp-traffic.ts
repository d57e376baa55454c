/** Requests to `mlp` of an engine at HOST:PORT, each with other inputs, so that no cache answers; how many were answered. */
export async function sendToMlp(http: string, count: number): Promise<number> {
  let answered = 0;
  for (let index = 0; index < count; index++) {
    const data = Array.from({ length: 128 }, (_, at) => ((index * 131 + at) % 1000) / 1000);
    const answer = await fetch(`http://${http}/v2/models/mlp/infer`, {
      method: "POST",
      body: JSON.stringify({
        inputs: [{ name: "x", datatype: "FP32", shape: [1, 128], data }],
      }),
    });
    if (answer.ok) answered += 1;
    await answer.arrayBuffer();
  }
  return answered;
}
