import type { Deployment, ModelStorage } from "../../main/contract/index.ts";
import { Field, TextInput } from "../ui/field.tsx";
import { Segmented } from "../ui/segmented.tsx";

export interface PlanFieldsProps {
  readonly plan: Deployment;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Deployment>) => void;
}

const kinds = [
  { value: "image", label: "An image" },
  { value: "claim", label: "A volume" },
  { value: "bucket", label: "A bucket" },
] as const;

const first: { readonly [K in ModelStorage["kind"]]: Extract<ModelStorage, { kind: K }> } = {
  image: { kind: "image", image: "registry.example/models:1" },
  claim: { kind: "claim", claim: "models" },
  bucket: { kind: "bucket", url: "s3://bucket/models", secret: "" },
};

const words: Record<ModelStorage["kind"], string> = {
  image: "Models are built into an image: every replica has the same, and a tag names them.",
  claim: "A claim that exists, readable from every node.",
  bucket: "Triton reads it when a replica starts.",
};

/** Where replicas load their models from. */
export function StorageFields({ plan, errors, onChange }: PlanFieldsProps) {
  const { storage } = plan;
  const text = (key: string, label: string, value: string, help?: string) => (
    <Field label={label} help={help} error={errors[`storage.${key}`] ?? null}>
      {(control) => (
        <TextInput
          {...control}
          value={value}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          onChange={(event) =>
            onChange({ storage: { ...storage, [key]: event.target.value } as ModelStorage })
          }
        />
      )}
    </Field>
  );
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">Model storage</legend>
      <div>
        <Segmented
          label="Model storage"
          options={kinds}
          value={storage.kind}
          onPick={(kind) => onChange({ storage: first[kind] })}
        />
      </div>
      <p className="text-muted text-xs">{words[storage.kind]}</p>
      {storage.kind === "image" && text("image", "Image with the models", storage.image)}
      {storage.kind === "claim" && text("claim", "PersistentVolumeClaim", storage.claim)}
      {storage.kind === "bucket" && (
        <>
          {text("url", "Path", storage.url, "s3://, gs:// or as://")}
          {text("secret", "Secret with its credentials", storage.secret, "Empty: none is needed.")}
        </>
      )}
    </fieldset>
  );
}
