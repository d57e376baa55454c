import { Plus, Trash2 } from "lucide-react";
import { count } from "../../format/text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { emptyForm, type HeaderForm } from "./form.ts";
import { useForm } from "./form-context.ts";
import { SecretField } from "./secret-field.tsx";
import { TextField } from "../../ui/text-field.tsx";

const ways = [
  { value: "none", label: "None" },
  { value: "bearer", label: "Bearer token" },
  { value: "basic", label: "User and password" },
] as const;

/** How the console authenticates. */
export function SignInFields() {
  const { form, change, errorOf } = useForm();
  const wrong = (["auth.token", "auth.user", "auth.password"] as const).some(
    (name) => errorOf(name) !== null,
  );
  return (
    <Fold
      title="Authentication"
      summary={ways.find(({ value }) => value === form.auth)?.label.toLowerCase() ?? ""}
      wrong={wrong}
    >
      <div>
        <Segmented
          label="Authentication"
          options={ways}
          value={form.auth}
          onPick={(auth) => change({ auth })}
        />
      </div>
      {form.auth === "bearer" && (
        <SecretField
          label="Token"
          value={form.token}
          error={errorOf("auth.token")}
          onChange={(token) => change({ token })}
        />
      )}
      {form.auth === "basic" && (
        <>
          <TextField
            label="User"
            value={form.user}
            error={errorOf("auth.user")}
            onChange={(user) => change({ user })}
          />
          <SecretField
            label="Password"
            value={form.password}
            error={errorOf("auth.password")}
            onChange={(password) => change({ password })}
          />
        </>
      )}
    </Fold>
  );
}

const headerPlace = ({ name }: Pick<HeaderForm, "name">) =>
  `headers.${name.trim().toLowerCase()}` as const;

/** Headers sent with every request; their values are secrets. */
export function HeaderFields() {
  const { form, change, errorOf } = useForm();
  const { headers } = form;
  const set = (id: number, part: Partial<HeaderForm>) =>
    change({ headers: headers.map((each) => (each.id === id ? { ...each, ...part } : each)) });
  const add = () => {
    const id = Math.max(-1, ...headers.map((each) => each.id)) + 1;
    change({ headers: [...headers, { id, name: "", value: emptyForm.token }] });
  };
  return (
    <Fold
      title="Headers"
      summary={headers.length === 0 ? "none" : count(headers.length, "header")}
      wrong={headers.some((header) => errorOf(headerPlace(header)) !== null)}
    >
      <p className="text-muted text-xs">
        Sent with every request, over gRPC as metadata. Values are treated as secrets.
      </p>
      {headers.map(({ id, name, value }, at) => (
        <div
          key={id}
          className="flex items-start gap-2"
          role="group"
          aria-label={`Header ${at + 1}`}
        >
          <TextField
            label="Header name"
            className="w-44 shrink-0"
            example="x-tenant"
            exact
            maxLength={200}
            value={name}
            onChange={(next) => set(id, { name: next })}
          />
          <div className="min-w-0 flex-1">
            <SecretField
              label="Header value"
              value={value}
              error={errorOf(headerPlace({ name }))}
              onChange={(next) => set(id, { value: next })}
            />
          </div>
          <IconButton
            label={`Remove header ${at + 1}`}
            className="mt-[1.4rem]"
            onClick={() => change({ headers: headers.filter((each) => each.id !== id) })}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button disabled={headers.length >= 30} onClick={add}>
          <Plus aria-hidden="true" />
          Add a header
        </Button>
      </div>
    </Fold>
  );
}

/** An HTTP proxy for closed networks. */
export function ProxyField() {
  const { form, change, errorOf } = useForm();
  return (
    <Fold title="Proxy" summary={form.proxy.trim() || "none"} wrong={errorOf("proxy") !== null}>
      <TextField
        label="Proxy"
        help="All traffic of this connection goes through it."
        example="http://proxy:3128"
        exact
        value={form.proxy}
        error={errorOf("proxy")}
        onChange={(proxy) => change({ proxy })}
      />
    </Fold>
  );
}
