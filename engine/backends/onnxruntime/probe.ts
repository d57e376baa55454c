import { InferenceSession, Tensor } from "onnxruntime-node";

/** y = x + x, one float. */
const MODEL = Buffer.from(
  "CAg6OQoOCgF4CgF4EgF5IgNBZGQSBWdyYXBoWg8KAXgSCgoICAESBAoCCAFiDwoBeRIKCggIARIECgIIAUIECgAQEQ==",
  "base64",
);

/**
 * Has an execution provider compute something without any fallback; throws the reason if it can't.
 */
export async function probeProvider(
  provider: InferenceSession.ExecutionProviderConfig,
): Promise<void> {
  const session = await InferenceSession.create(MODEL, {
    executionProviders: [provider],
    logSeverityLevel: 4,
    extra: { "session.disable_cpu_ep_fallback": "1" },
  });
  try {
    const { y } = await session.run({ x: new Tensor("float32", [1.5], [1]) });
    if (y?.data[0] !== 3) throw new Error(`it computed 1.5 + 1.5 = ${String(y?.data[0])}`);
  } finally {
    await session.release();
  }
}
