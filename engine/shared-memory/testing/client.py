"""Tensors in system shared memory with NVIDIA's tritonclient: `client.py http|grpc HOST:PORT`. Prints what came of it as JSON."""

import json
import sys

import numpy as np
import tritonclient.utils.shared_memory as shm
from tritonclient.utils import InferenceServerException, serialize_byte_tensor

protocol, url = sys.argv[1:]
if protocol == "http":
    import tritonclient.http as tc
else:
    import tritonclient.grpc as tc
client = tc.InferenceServerClient(url=url)
client.unregister_system_shared_memory()
client.unregister_cuda_shared_memory()


class Region:
    """Created, registered, and removed at the end."""

    def __init__(self, name, byte_size):
        self.name = name
        self.handle = shm.create_shared_memory_region(name, f"/batchdeck-{protocol}-{name}", byte_size)
        client.register_system_shared_memory(name, f"/batchdeck-{protocol}-{name}", byte_size)

    def close(self):
        client.unregister_system_shared_memory(self.name)
        shm.destroy_shared_memory_region(self.handle)


def message(call):
    try:
        call()
        return None
    except InferenceServerException as error:
        return error.message()


def output(byte_size, offset=0):
    tensor = tc.InferRequestedOutput("OUTPUT0")
    tensor.set_shared_memory("target", byte_size, offset=offset)
    return [tensor]


def registered():
    status = client.get_system_shared_memory_status()
    return len(status if protocol == "http" else status.regions)


results = {}
source, target = Region("source", 1 << 20), Region("target", 1 << 20)
results["registered"] = registered()

numbers = np.arange(6, dtype=np.float32).reshape(2, 3)
shm.set_shared_memory_region(source.handle, [np.zeros(4, dtype=np.float32), numbers])
tensor = tc.InferInput("INPUT0", [2, 3], "FP32")
tensor.set_shared_memory("source", numbers.nbytes, offset=16)
client.infer("identity", [tensor], outputs=output(4096, offset=64))
results["numbers"] = shm.get_contents_as_numpy(target.handle, np.float32, [2, 3], offset=64).tolist()

# The input in shared memory, the output in the response.
results["read"] = client.infer("identity", [tensor]).as_numpy("OUTPUT0").tolist()

words = np.array(["né", "", "abc"], dtype=np.object_)
packed = serialize_byte_tensor(words)
length = len(packed.item())
shm.set_shared_memory_region(source.handle, [packed])
tensor = tc.InferInput("INPUT0", [3], "BYTES")
tensor.set_shared_memory("source", length)
client.infer("text", [tensor], outputs=output(1024))
back = shm.get_contents_as_numpy(target.handle, np.object_, [3])
results["words"] = [word.decode() for word in back]

results["too small"] = message(lambda: client.infer("text", [tensor], outputs=output(4)))
tensor.set_shared_memory("nosuch", length)
results["unknown"] = message(lambda: client.infer("text", [tensor]))
results["twice"] = message(lambda: client.register_system_shared_memory("source", "/batchdeck-x", 8))
results["no object"] = message(lambda: client.register_system_shared_memory("x", "/batchdeck-no-such", 8))

source.close()
target.close()
results["left"] = registered()
client.close()
print(json.dumps(results))
