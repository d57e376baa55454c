import { useEffect, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { Fold } from "../ui/fold.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { type Addresses, WAYS, type Way, wayNames, guessProtocol } from "../host/addresses.ts";
import { useForm } from "../host/connection-form/form-context.ts";
import { guessAddresses } from "./guesses.ts";
import { kindLooks } from "../host/kinds.tsx";
import { TextField } from "../ui/text-field.tsx";

const helps: Record<Way, string> = {
  http: "Address for models, health and, for most servers, metrics.",
  grpc: "Used for Triton if given. Required for load over gRPC and for decoupled models.",
  metrics: "Left empty: the HTTP address. Triton has a port of their own for them, 8002.",
};
const examples: Addresses = {
  http: "gpu-7:8000",
  grpc: "gpu-7:8001",
  metrics: "gpu-7:8002",
};

/** One required address, and the others, which are guessed from it. */
export function AddressFields() {
  const { form, change, errorOf } = useForm();
  const { first } = form;
  const others = WAYS.filter((way) => way !== first);
  const wanted = others.find((way) => errorOf(way) !== null);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wanted]);
  /** Moves the first address to the other protocol. */
  const speak = (way: "http" | "grpc", address = form[first]) => {
    if (way === first) return change({ [first]: address });
    change({ first: way, [first]: "", [way]: address });
  };
  const write = (address: string) => {
    const way = guessProtocol(address) ?? first;
    // An address entered for the other protocol is kept, whatever the first field seems to mean.
    speak(way !== first && form[way] !== "" ? first : way, address);
  };
  return (
    <>
      <div className="flex items-start gap-3">
        <TextField
          label="Address"
          className="min-w-0 flex-1"
          help="HOST:PORT or a URL; https:// and grpcs:// are encrypted. One is enough."
          example="http://gpu-7:8000 or gpu-7:8001"
          exact
          value={form[first]}
          error={errorOf(first)}
          onChange={write}
        />
        <div className="pt-[1.55rem]">
          <Segmented
            label="Protocol at this address"
            options={[
              { value: "http", label: "HTTP" },
              { value: "grpc", label: "gRPC" },
            ]}
            value={first}
            onPick={(way) => speak(way)}
          />
        </div>
      </div>
      <Guesses />
      <Fold
        title="Other addresses"
        summary={others
          .filter((way) => form[way].trim() !== "")
          .map((way) => `${wayNames[way]} ${form[way].trim()}`)
          .join(", ")}
        wrong={others.some((way) => errorOf(way) !== null)}
      >
        <div ref={fields} className="grid grid-cols-2 gap-3">
          {others.map((way) => (
            <TextField
              key={way}
              label={`${wayNames[way]} address`}
              help={helps[way]}
              example={examples[way]}
              exact
              value={form[way]}
              error={errorOf(way)}
              onChange={(address) => change({ [way]: address })}
            />
          ))}
        </div>
      </Fold>
    </>
  );
}

/** Probable further addresses, to accept or ignore. */
function Guesses() {
  const { form, change, found } = useForm();
  const guesses = guessAddresses(form, form.kind === "auto" ? (found ?? "auto") : form.kind);
  if (guesses.length === 0) return null;
  return (
    <ul aria-label="Suggested addresses" className="flex flex-col gap-1.5">
      {guesses.map(({ kinds, fills }) => {
        const words = WAYS.flatMap((way) => (fills[way] ? [`${wayNames[way]} ${fills[way]}`] : []));
        const names = new Intl.ListFormat("en", { type: "disjunction" }).format(
          kinds.map((kind) => kindLooks[kind].name),
        );
        return (
          <li
            key={words.join()}
            className="flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-1"
          >
            <span className="min-w-0 text-xs">
              <span className="text-muted">If it is {names}, probably </span>
              <span className="break-all font-mono">{words.join(", ")}</span>
            </span>
            <Button onClick={() => change(fills)} aria-label={`Use ${words.join(", ")}`}>
              Use
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
