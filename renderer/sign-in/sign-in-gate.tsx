import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from "react";
import type { HostClient } from "../../main/contract/client.ts";
import { MARK } from "./key-store.ts";
import type { Session } from "./session.ts";
import { SignInPage } from "./sign-in-page.tsx";
import type { SignedInClient } from "./signed-in-client.ts";
import { takeLinkCode } from "./web-session.ts";

const SignOut = createContext<(() => void) | null>(null);

/** Signs this browser out; null if the page needs no sign-in. */
export const useSignOut = () => use(SignOut);

interface SignInGateProps {
  readonly session: Session;
  readonly signedIn: SignedInClient;
  readonly children: (client: HostClient) => ReactNode;
}

/** The console while the browser is signed in, else the sign-in page. */
export function SignInGate({ session, signedIn, children }: SignInGateProps) {
  const client = useSyncExternalStore(signedIn.subscribe, signedIn.current);
  useEffect(() => {
    // Opening a sign-in link in an open tab changes only the hash, without loading the page.
    const onHash = () => {
      const code = takeLinkCode();
      if (code !== null) signedIn.offer(code);
    };
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // Null: everything was cleared.
      if (key !== MARK && key !== null) return;
      if (newValue === null) signedIn.signOut();
      else signedIn.enter();
    };
    window.addEventListener("hashchange", onHash);
    window.addEventListener("storage", onStorage);
    // A link may have been opened after rendering and before the listener was added.
    onHash();
    return () => {
      window.removeEventListener("hashchange", onHash);
      window.removeEventListener("storage", onStorage);
    };
  }, [signedIn]);
  if (!client) return <SignInPage session={session} onSignedIn={() => signedIn.enter()} />;
  return <SignOut value={() => signedIn.signOut()}>{children(client)}</SignOut>;
}
