import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { StatusError } from "../../../base/status-error.ts";
import { fromFileError } from "../../../base/file-error.ts";

/** In place of a path: the service account of the pod that this host runs in. */
export const IN_CLUSTER = "in-cluster";

const SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/token";

export interface KubeconfigPlace {
  /** "": KUBECONFIG, or else ~/.kube/config; `in-cluster`; or a file. */
  readonly path: string;
  readonly label: string;
  readonly found: boolean;
}

/** Where contexts come from if no path is given. */
export function kubeconfigPlaces(): KubeconfigPlace[] {
  const files = defaultFiles();
  const fromEnvironment = (process.env["KUBECONFIG"] ?? "") !== "";
  const places = [
    {
      path: "",
      label: fromEnvironment
        ? `KUBECONFIG: ${files.join(", ")}`
        : path.join("~", ".kube", "config"),
      found: files.some((file) => fs.existsSync(file)),
    },
  ];
  return isInCluster()
    ? [...places, { path: IN_CLUSTER, label: "The cluster this console runs in", found: true }]
    : places;
}

/** The files that a path stands for. NOT_FOUND says where they were searched. */
export function kubeconfigFiles(written: string): string[] {
  if (written === "") {
    const files = defaultFiles();
    const found = files.filter((file) => fs.existsSync(file));
    if (found.length > 0) return found;
    throw new StatusError(
      "NOT_FOUND",
      `There is no kubeconfig: ${files.join(", ")} does not exist. Give the path of one, or set KUBECONFIG.`,
      { details: { field: "path" } },
    );
  }
  const file = path.resolve(written.replace(/^~(?=$|[\\/])/, os.homedir()));
  try {
    fs.accessSync(file, fs.constants.R_OK);
    return [file];
  } catch (error) {
    throw fromFileError(error, file);
  }
}

export function isInCluster(): boolean {
  return (process.env["KUBERNETES_SERVICE_HOST"] ?? "") !== "" && fs.existsSync(SERVICE_ACCOUNT);
}

function defaultFiles(): string[] {
  const named = (process.env["KUBECONFIG"] ?? "").split(path.delimiter).filter(Boolean);
  return named.length > 0 ? named : [path.join(os.homedir(), ".kube", "config")];
}
