"""A handler of TorchServe whose scripted model doubles its input. It makes the model itself."""

import torch

SCRIPT = """
def double(values):
    return values * 2
"""


class Handler:
    def initialize(self, context):
        self.model = torch.jit.CompilationUnit(SCRIPT)

    def handle(self, requests, context):
        rows = [request.get("body") or request.get("data") for request in requests]
        if any(row.get("fail") for row in rows):
            raise ValueError("a failure that was asked for")
        batch = torch.tensor([row["values"] for row in rows], dtype=torch.float32)
        return [{"values": row} for row in self.model.double(batch).tolist()]
