import { FLOAT, GraphBuilder, INT64 } from "../onnx/graph.ts";
import { seededRandom, weights } from "../random.ts";

const vocabulary = 8192;
const tokens = 64;
const hidden = 256;
const heads = 4;
const feedForward = 512;
const layers = 3;

/** A transformer encoder: INT64 "ids" [batch,64] below 8192 to FP32 "embedding" [batch,256], the tokens' mean. */
export function textEncoder(): Uint8Array {
  const random = seededRandom(4);
  const graph = new GraphBuilder();
  const matrix = (name: string, rows: number, columns: number) =>
    graph.floats(name, [rows, columns], weights(random, rows * columns, rows));
  const linear = (value: string, name: string, rows: number, columns: number) =>
    graph.node("Add", [
      graph.node("MatMul", [value, matrix(`${name}_weight`, rows, columns)]),
      graph.floats(`${name}_bias`, [columns], new Float32Array(columns)),
    ]);
  const normalize = (value: string, name: string) =>
    graph.node(
      "LayerNormalization",
      [
        value,
        graph.floats(`${name}_scale`, [hidden], new Float32Array(hidden).fill(1)),
        graph.floats(`${name}_bias`, [hidden], new Float32Array(hidden)),
      ],
      { axis: -1 },
    );
  const splitHeads = graph.ints("split_heads", [4], [0, tokens, heads, hidden / heads]);
  const joinHeads = graph.ints("join_heads", [3], [0, tokens, hidden]);
  const scale = graph.floats("scale", [], Float32Array.of(1 / Math.sqrt(hidden / heads)));
  const half = graph.floats("half", [], Float32Array.of(0.5));
  const one = graph.floats("one", [], Float32Array.of(1));
  const rootTwo = graph.floats("root_two", [], Float32Array.of(Math.SQRT2));

  const head = (value: string, name: string, perm: readonly number[]) =>
    graph.node(
      "Transpose",
      [graph.node("Reshape", [linear(value, name, hidden, hidden), splitHeads])],
      { perm },
    );
  const attention = (value: string, name: string) => {
    const query = head(value, `${name}_query`, [0, 2, 1, 3]);
    const key = head(value, `${name}_key`, [0, 2, 3, 1]);
    const content = head(value, `${name}_value`, [0, 2, 1, 3]);
    const scores = graph.node("Mul", [graph.node("MatMul", [query, key]), scale]);
    const mixed = graph.node("MatMul", [graph.node("Softmax", [scores], { axis: -1 }), content]);
    const joined = graph.node("Transpose", [mixed], { perm: [0, 2, 1, 3] });
    return linear(graph.node("Reshape", [joined, joinHeads]), `${name}_out`, hidden, hidden);
  };
  const gelu = (value: string) => {
    const error = graph.node("Erf", [graph.node("Div", [value, rootTwo])]);
    const gate = graph.node("Mul", [graph.node("Add", [error, one]), half]);
    return graph.node("Mul", [value, gate]);
  };

  let value = graph.node("Add", [
    graph.node("Gather", [matrix("embedding_table", vocabulary, hidden), "ids"]),
    matrix("positions", tokens, hidden),
  ]);
  for (let i = 0; i < layers; i++) {
    const name = `layer${i}`;
    const attended = attention(normalize(value, `${name}_norm1`), `${name}_attention`);
    value = graph.node("Add", [value, attended]);
    const inner = linear(normalize(value, `${name}_norm2`), `${name}_up`, hidden, feedForward);
    value = graph.node("Add", [value, linear(gelu(inner), `${name}_down`, feedForward, hidden)]);
  }
  graph.output("embedding", "ReduceMean", [normalize(value, "final_norm")], {
    axes: [1],
    keepdims: 0,
  });
  return graph.finish(
    "text_encoder",
    [{ name: "ids", type: INT64, shape: ["batch", tokens] }],
    [{ name: "embedding", type: FLOAT, shape: ["batch", hidden] }],
  );
}
