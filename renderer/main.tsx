import { useState } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { App } from "./app.tsx";
import { connectShell } from "./connect.ts";
import { startTheme } from "./host/theme.ts";
import { SignInGate } from "./sign-in/sign-in-gate.tsx";
import { SignedInClient } from "./sign-in/signed-in-client.ts";
import { takeLinkCode, webSession } from "./sign-in/web-session.ts";

// A strict Content-Security-Policy forbids the code generation zod would otherwise try.
z.config({ jitless: true });

startTheme();
const root = document.getElementById("root");
const shell = connectShell();
if (root) createRoot(root).render(shell ? <App client={shell} /> : <InBrowser />);

function InBrowser() {
  const [{ session, signedIn }] = useState(signIn);
  return (
    <SignInGate session={session} signedIn={signedIn}>
      {(client) => <App client={client} />}
    </SignInGate>
  );
}

function signIn() {
  const session = webSession();
  const code = takeLinkCode();
  if (code !== null) session.offer(code);
  return { session, signedIn: new SignedInClient(session) };
}
