import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WORDS = 1000;
const COMMIT = "0".repeat(40);

export const TOKENIZER = "tiny-words";

/**
 * A tokenizer of Hugging Face's form for which each word is a token, as for the chat double; nothing is downloaded. It is
 * laid out as in Hugging Face's cache in `cache`, where AIPerf looks for it offline by its name. Returns its folder.
 */
export function writeTokenizer(cache: string): string {
  const model = join(cache, `models--${TOKENIZER}`);
  const folder = join(model, "snapshots", COMMIT);
  for (const each of [folder, join(model, "refs")]) mkdirSync(each, { recursive: true });
  writeFileSync(join(model, "refs/main"), COMMIT);
  const vocab: Record<string, number> = { "<unk>": 0, "<s>": 1, "</s>": 2 };
  for (let word = 0; word < WORDS; word++) vocab[`w${word}`] = word + 3;
  const special = ["<unk>", "<s>", "</s>"].map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  const tokenizer = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: special,
    normalizer: null,
    pre_tokenizer: { type: "WhitespaceSplit" },
    post_processor: null,
    decoder: null,
    model: { type: "WordLevel", vocab, unk_token: "<unk>" },
  };
  const config = {
    tokenizer_class: "PreTrainedTokenizerFast",
    unk_token: "<unk>",
    bos_token: "<s>",
    eos_token: "</s>",
    model_max_length: 100_000,
  };
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(tokenizer));
  writeFileSync(join(folder, "tokenizer_config.json"), JSON.stringify(config));
  return folder;
}
