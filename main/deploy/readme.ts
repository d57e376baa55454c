import type { Deployment } from "../contract/index.ts";
import { QUEUE_TO_COMPUTE_API } from "./metrics.ts";
import { MODELS } from "./manifests/deployment.ts";

/** How to deploy the folder to a cluster, step by step. */
export function readme(plan: Deployment): string {
  const { name, namespace, models } = plan;
  return `# ${name}

Triton with ${models.join(", ")}, ${plan.leastReplicas} to ${plan.mostReplicas} replicas in the namespace \`${namespace}\`.

## Bring the models there

${modelSteps(plan)}

## Start

    kubectl create namespace ${namespace}      # where it does not exist
    kubectl apply -k kubernetes
    kubectl -n ${namespace} rollout status deployment/${name}

The resources \`service-monitor.yaml\` and \`prometheus-rules.yaml\` need the Prometheus operator; take them out of
\`kubernetes/kustomization.yaml\` where there is none. If your Prometheus selects them by labels of its own (the chart
kube-prometheus-stack asks for \`release\`), add those. The dashboard is the ConfigMap \`${name}-dashboard\`, which Grafana's
side-car takes from its own namespace alone unless its \`searchNamespace\` is \`ALL\`; \`dashboard.json\` can be imported, too.
${plan.gpus > 0 ? describeGpus(plan) : ""}
## Scaling

Replicas are added while requests wait longer than ${plan.queueToCompute} times the time of their inference. CPU or GPU
utilisation says little: a busy GPU with an empty queue needs no help, an idle one with a queue does.

1. \`prometheus-rules.yaml\` records the ratio for each pod, sums before the division.
2. prometheus-adapter brings it to the custom metrics API; give its chart these values and the address of your Prometheus
   (\`kubectl get service -A | grep 9090\`; without it the chart asks one in \`default\`):

       helm repo add prometheus-community https://prometheus-community.github.io/helm-charts
       helm upgrade --install prometheus-adapter prometheus-community/prometheus-adapter \\
         --set prometheus.url=http://PROMETHEUS.NAMESPACE.svc --set prometheus.port=9090 \\
         -f prometheus-adapter-values.yaml

   Releases that exist have values of their own: add the rule to them. Then this answers with a number per pod:

       kubectl get --raw "/apis/custom.metrics.k8s.io/v1beta1/namespaces/${namespace}/pods/*/${QUEUE_TO_COMPUTE_API}"

3. \`autoscaler.yaml\` (autoscaling/v2) acts on it. A replica that is added takes up to ${plan.startupSeconds} s to load its
   models: what bounds the wait until then is a limit on each model's queue.

## Clients

The Service is headless: \`${name}.${namespace}\` resolves to every replica. A gRPC client keeps its connection, so let it
balance its calls itself: address \`dns:///${name}.${namespace}:8001\` with the service config

    {"loadBalancingConfig": [{"round_robin": {}}]}

It looks for new replicas when a connection ends, at most every 30 s. The server therefore ends each connection after five
minutes, gently (\`--grpc-max-connection-age\`), so that replicas that were added get requests. Clients send single requests with a deadline and
do not retry by themselves; batches are the server's business.

## Alerts

\`prometheus-rules.yaml\` alerts on queues over ${plan.queueAlert}, of requests past their queue timeout, of failures, of all
replicas being at their limit, and of lost ones. Requests that are rejected because a queue is full appear in none of
Triton's metrics: clients see them as UNAVAILABLE.
`;
}

function describeGpus({ gpus }: Deployment): string {
  return `
A rollout starts a new replica before it ends an old one, which takes ${gpus === 1 ? "a free GPU" : `${gpus} free GPUs on one node`}; where there is none, set
\`maxSurge: 0\` and \`maxUnavailable: 1\` in \`deployment.yaml\`. Nodes with a taint need a toleration there.
`;
}

function modelSteps({ storage, name, namespace }: Deployment): string {
  switch (storage.kind) {
    case "image":
      return `They are in the image:

    docker build -t ${storage.image} .
    docker push ${storage.image}`;
    case "claim":
      return `They are on the volume of the claim \`${storage.claim}\`, at its root. It must be readable from every node that
runs a replica (ReadOnlyMany or ReadWriteMany). From a pod that mounts it writable:

    kubectl -n ${namespace} cp model-repository/. POD:${MODELS}`;
    case "bucket":
      return `They are in the bucket, which Triton reads itself when a replica starts:

    ${copyCommand(storage.url)}

${
  storage.secret === ""
    ? "The pods need the right to read it: give it to the namespace's service account `default`, or to another one that you name as `serviceAccountName` in `deployment.yaml`, by your cloud's workload identity."
    : `The secret \`${storage.secret}\` in \`${namespace}\` holds the credentials as Triton's environment variables (for S3 AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_DEFAULT_REGION; for Azure AZURE_STORAGE_ACCOUNT and AZURE_STORAGE_KEY).`
}
A new version is a new path, and a new rollout of \`${name}\`.`;
  }
}

function copyCommand(url: string): string {
  if (url.startsWith("s3://")) return `aws s3 sync model-repository ${url}`;
  if (url.startsWith("gs://")) return `gcloud storage rsync -r model-repository ${url}`;
  return `az storage blob upload-batch --source model-repository --destination CONTAINER   # ${url}`;
}
