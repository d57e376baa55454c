import { choice, message, oneof, repeated, scalar, type MessageTable } from "../schema.ts";

const VERSION_CHOICE = "policy_choice";

/** Which versions are served, and where their instances run. */
export const PLACEMENT_MESSAGES: MessageTable = {
  ModelVersionPolicy: {
    latest: oneof(
      VERSION_CHOICE,
      message("ModelVersionPolicy.Latest", "Serve the versions with the highest numbers.", {
        excludes: "all, specific",
      }),
    ),
    all: oneof(
      VERSION_CHOICE,
      message("ModelVersionPolicy.All", "Serve every version.", { excludes: "latest, specific" }),
    ),
    specific: oneof(
      VERSION_CHOICE,
      message("ModelVersionPolicy.Specific", "Serve exactly the versions listed.", {
        excludes: "latest, all",
      }),
    ),
  },
  "ModelVersionPolicy.Latest": {
    num_versions: scalar("uint32", "How many of the newest versions to serve.", {
      unit: "versions",
      initial: "0, which serves none; without a version policy 1",
    }),
  },
  "ModelVersionPolicy.All": {},
  "ModelVersionPolicy.Specific": {
    versions: repeated(scalar("int64", "Version numbers to serve.")),
  },
  ModelInstanceGroup: {
    name: scalar("string", "Name of the group.", {
      initial: "the model's name, an underscore and the index",
    }),
    kind: choice("ModelInstanceGroup.Kind", "Where the instances run.", { initial: "KIND_AUTO" }),
    count: scalar("int32", "Instances, per GPU listed or on the CPU.", {
      unit: "instances",
      initial: "1; 2 for ONNX models on the CPU",
    }),
    rate_limiter: message("ModelRateLimiter", "Resources an instance needs before it may run.", {
      needs: "a server with --rate-limit=execution_count",
    }),
    gpus: repeated(
      scalar("int32", "GPU ids for KIND_GPU.", {
        initial: "every GPU",
        excludes: "KIND_CPU, KIND_MODEL",
      }),
    ),
    secondary_devices: repeated(
      message("ModelInstanceGroup.SecondaryDevice", "Further devices the instances use.", {
        engine: "ignored",
      }),
    ),
    profile: repeated(
      scalar("string", "TensorRT optimization profiles, by index.", { needs: "a TensorRT model" }),
    ),
    passive: scalar("bool", "Load the instances but send them no requests.", { initial: "false" }),
    host_policy: scalar("string", "Name of the host policy to use.", {
      initial: "by device",
      engine: "ignored",
    }),
  },
  "ModelInstanceGroup.SecondaryDevice": {
    kind: choice("ModelInstanceGroup.SecondaryDevice.SecondaryDeviceKind", "The kind of device.", {
      engine: "ignored",
    }),
    device_id: scalar("int64", "Which device of that kind.", { initial: "0", engine: "ignored" }),
  },
  ModelRateLimiter: {
    resources: repeated(
      message("ModelRateLimiter.Resource", "What one execution takes.", {
        needs: "a server with --rate-limit=execution_count",
      }),
    ),
    priority: scalar("uint32", "Weight against other models: 2 gets half the turns of 1.", {
      initial: "1",
      needs: "a server with --rate-limit=execution_count",
    }),
  },
  "ModelRateLimiter.Resource": {
    name: scalar("string", "Name of the resource.", { required: true }),
    global: scalar("bool", "One pool for all devices, not one per device.", { initial: "false" }),
    count: scalar("uint32", "How many of the resource one execution takes."),
  },
};
