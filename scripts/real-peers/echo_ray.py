"""Ray Serve with a deployment that returns its input in batches, on loopback. Arguments: ports of dashboard, proxy, metrics."""

import shutil
import signal
import sys
import tempfile

import ray
from ray import serve

dashboard, proxy, metrics = map(int, sys.argv[1:4])


@serve.deployment(max_ongoing_requests=8, ray_actor_options={"num_cpus": 0.1})
class Echo:
    @serve.batch(max_batch_size=4, batch_wait_timeout_s=0.02)
    async def batch(self, items):
        return items

    async def __call__(self, request):
        if request.method == "GET":
            return "ready"
        body = await request.json()
        if body.get("fail"):
            raise ValueError("a failure that was asked for")
        return await self.batch(body)


folder = tempfile.mkdtemp(prefix="batchdeck-ray-")
try:
    ray.init(
        num_cpus=2,
        include_dashboard=True,
        dashboard_host="127.0.0.1",
        dashboard_port=dashboard,
        _metrics_export_port=metrics,
        _node_ip_address="127.0.0.1",
        _temp_dir=folder,
    )
    # Ray handles SIGTERM by itself, but leaves the folder.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    serve.start(http_options={"host": "127.0.0.1", "port": proxy})
    serve.run(Echo.bind(), name="echo", route_prefix="/echo")
    while True:
        signal.pause()
finally:
    ray.shutdown()
    shutil.rmtree(folder, ignore_errors=True)
