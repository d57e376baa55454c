import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { CopyableText } from "../ui/copyable-text.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { codeIn, type Refusal, type Session } from "./session.ts";

interface SignInPageProps {
  readonly session: Session;
  readonly onSignedIn: () => void;
}

/** Explains how to sign in, with a field for the link. The address is kept, so that it opens afterwards. */
export function SignInPage({ session, onSignedIn }: SignInPageProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { refusal } = session;
  useEffect(() => {
    document.title = "Sign in – Batchdeck";
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = codeIn(text);
    if (code === null)
      return setError("No code found. Paste the whole link, from http to its end.");
    setBusy(true);
    const state = await session.signIn(code);
    setBusy(false);
    if (state === "accepted") return onSignedIn();
    setError(
      state === "refused"
        ? `${REFUSALS.code} Print a new one with the command above.`
        : `Can't reach the console at ${location.host}. Check that it is running, then try again.`,
    );
  };
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <div className="flex w-full max-w-xl flex-col gap-5 rounded-xl border border-line bg-surface p-8">
        <header>
          <h1 className="font-semibold text-xl">Sign in to Batchdeck</h1>
          <p className="mt-1 text-muted">
            This browser isn't signed in. Open a sign-in link once; after that every tab and link
            works in this browser.
          </p>
        </header>
        {refusal && <Notice tone="bad" title={REFUSALS[refusal]} />}
        <section aria-labelledby="sign-in-link">
          <h2 id="sign-in-link" className="font-semibold">
            Open the sign-in link
          </h2>
          <p>
            It is printed in the terminal where Batchdeck was started, after <b>Console:</b>, and
            looks like{" "}
            <code className="break-all font-mono text-xs">{location.origin}/#code=…</code> A link
            works once, for 10 minutes.
          </p>
        </section>
        <CopyableText
          title="Or print a new one"
          label="Command that prints a sign-in link"
          text={printCommand(location.port)}
        />
        <p className="-mt-3 text-muted text-xs">
          Run it in Batchdeck's folder on the same machine. Started with --data-dir? Add the same
          flag here.
        </p>
        <form
          className="flex flex-col gap-3 border-line border-t pt-5"
          onSubmit={(event) => void submit(event)}
        >
          <Field label="Sign-in link or code" error={error}>
            {(control) => (
              <TextInput
                {...control}
                className="w-full font-mono text-xs"
                value={text}
                autoComplete="off"
                spellCheck={false}
                autoFocus
                onChange={(event) => {
                  setText(event.target.value);
                  setError(null);
                }}
              />
            )}
          </Field>
          <div>
            <Button type="submit" look="primary" disabled={busy || text.trim() === ""}>
              {busy ? "Signing in…" : "Sign in"}
            </Button>
          </div>
        </form>
      </div>
      <Toasts />
    </main>
  );
}

const REFUSALS: Readonly<Record<Refusal, string>> = {
  code: "The sign-in link was used already, has expired, or is another console's.",
  stranger: "The server on this port is not the console that this browser signed in to.",
};

const printCommand = (port: string) =>
  `npm run --silent batchdeck -- sign-in-link${port === "" ? "" : ` --port ${port}`}`;
