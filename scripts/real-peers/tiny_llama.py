"""Writes a tiny Llama with random weights and a byte-level tokenizer. Its text means nothing, but is printable.

Arguments: "hf" and a folder for vLLM, or "gguf" and a file for llama.cpp and Ollama.
"""

import json
import pathlib
import sys

import numpy as np

HIDDEN, LAYERS, HEADS, KV_HEADS, FEED_FORWARD, CONTEXT = 64, 2, 2, 1, 128, 2048
HEAD = HIDDEN // HEADS
EPSILON, ROPE_THETA = 1e-5, 10_000.0
MERGES = [("t", "h"), ("i", "n"), ("e", "r"), ("a", "n"), ("o", "n")]
SPECIAL = ["<|bos|>", "<|eos|>", "<|im_start|>", "<|im_end|>"]
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def byte_signs():
    """GPT-2's printable sign of each byte."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in kept]
    return {**{byte: chr(byte) for byte in kept}, **{byte: chr(256 + at) for at, byte in enumerate(others)}}


TOKENS = [*byte_signs().values(), *("".join(pair) for pair in MERGES), *SPECIAL]
BOS, EOS, END = (TOKENS.index(name) for name in ("<|bos|>", "<|eos|>", "<|im_end|>"))


def weights():
    """By the names that transformers has for them."""
    random = np.random.default_rng(1)

    def matrix(rows, columns):
        return (random.standard_normal((rows, columns)) / np.sqrt(columns)).astype(np.float32)

    head = matrix(len(TOKENS), HIDDEN)
    # Other tokens have a logit of 0, which is never the greatest: no broken UTF-8, and no end before the limit.
    printable = {token for byte, token in byte_signs().items() if 32 <= byte < 127}
    head[[token not in printable for token in TOKENS]] = 0
    found = {
        "model.embed_tokens.weight": matrix(len(TOKENS), HIDDEN),
        "model.norm.weight": np.ones(HIDDEN, np.float32),
        "lm_head.weight": head,
    }
    for layer in range(LAYERS):
        found |= {
            f"model.layers.{layer}.{name}.weight": value
            for name, value in {
                "input_layernorm": np.ones(HIDDEN, np.float32),
                "self_attn.q_proj": matrix(HEADS * HEAD, HIDDEN),
                "self_attn.k_proj": matrix(KV_HEADS * HEAD, HIDDEN),
                "self_attn.v_proj": matrix(KV_HEADS * HEAD, HIDDEN),
                "self_attn.o_proj": matrix(HIDDEN, HEADS * HEAD),
                "post_attention_layernorm": np.ones(HIDDEN, np.float32),
                "mlp.gate_proj": matrix(FEED_FORWARD, HIDDEN),
                "mlp.up_proj": matrix(FEED_FORWARD, HIDDEN),
                "mlp.down_proj": matrix(HIDDEN, FEED_FORWARD),
            }.items()
        }
    return found


def write_hf(folder):
    from safetensors.numpy import save_file
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    folder.mkdir(parents=True, exist_ok=True)
    ids = {token: at for at, token in enumerate(TOKENS)}
    tokenizer = Tokenizer(models.BPE(vocab=ids, merges=MERGES))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(name, special=True) for name in SPECIAL])
    tokenizer.save(str(folder / "tokenizer.json"))
    write_json(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "bos_token": "<|bos|>",
            "eos_token": "<|eos|>",
            "model_max_length": CONTEXT,
            "chat_template": TEMPLATE,
        },
    )
    write_json(
        folder / "config.json",
        {
            "architectures": ["LlamaForCausalLM"],
            "model_type": "llama",
            "vocab_size": len(TOKENS),
            "hidden_size": HIDDEN,
            "intermediate_size": FEED_FORWARD,
            "num_hidden_layers": LAYERS,
            "num_attention_heads": HEADS,
            "num_key_value_heads": KV_HEADS,
            "head_dim": HEAD,
            "max_position_embeddings": CONTEXT,
            "rms_norm_eps": EPSILON,
            "rope_theta": ROPE_THETA,
            "hidden_act": "silu",
            "tie_word_embeddings": False,
            "bos_token_id": BOS,
            "eos_token_id": EOS,
            "dtype": "float32",
        },
    )
    save_file(weights(), str(folder / "model.safetensors"), metadata={"format": "pt"})


GGUF_NAMES = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def write_gguf(file):
    from gguf import GGUFWriter, LlamaFileType, TokenType

    file.parent.mkdir(parents=True, exist_ok=True)
    writer = GGUFWriter(str(file), "llama")
    writer.add_name("tiny")
    writer.add_file_type(LlamaFileType.ALL_F32)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(HIDDEN)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_rope_dimension_count(HEAD)
    writer.add_rope_freq_base(ROPE_THETA)
    writer.add_layer_norm_rms_eps(EPSILON)
    writer.add_vocab_size(len(TOKENS))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(TOKENS)
    writer.add_token_types([TokenType.CONTROL if token in SPECIAL else TokenType.NORMAL for token in TOKENS])
    writer.add_token_merges([" ".join(pair) for pair in MERGES])
    writer.add_bos_token_id(BOS)
    writer.add_eos_token_id(EOS)
    writer.add_eot_token_id(END)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    for name, value in weights().items():
        writer.add_tensor(gguf_name(name), value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def gguf_name(name):
    name = name.removesuffix(".weight")
    if name.startswith("model.layers."):
        _, _, layer, rest = name.split(".", 3)
        return f"blk.{layer}.{GGUF_NAMES[rest]}.weight"
    return f"{GGUF_NAMES[name]}.weight"


def write_json(file, value):
    file.write_text(json.dumps(value, indent=2) + "\n")


form, target = sys.argv[1:]
{"hf": write_hf, "gguf": write_gguf}[form](pathlib.Path(target))
