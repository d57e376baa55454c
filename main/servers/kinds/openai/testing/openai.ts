import { type Product, startProduct } from "../../testing/product.ts";

/** A server with OpenAI's interface alone: *List models* as in OpenAI's API reference. `metrics`: its own page. */
export function startOpenAi({ metrics = "", key = "" } = {}): Promise<Product> {
  return startProduct(
    (method, path) => {
      if (method !== "GET") return undefined;
      if (path === "/v1/models")
        return key === ""
          ? { body: MODELS }
          : { status: 401, body: { error: { message: "Incorrect API key provided." } } };
      return path === "/metrics" && metrics !== "" ? { body: metrics } : undefined;
    },
    { error: { message: "Not found" } },
  );
}

const MODELS = {
  object: "list",
  data: [
    { id: "chat-large", object: "model", created: 1_790_000_000, owned_by: "organization-owner" },
    { id: "chat-small", object: "model", created: 1_790_000_000, owned_by: "system" },
  ],
};
