import { useState } from "react";
import { useSignOut } from "../sign-in/sign-in-gate.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";

/** Signs this browser out; nothing if the page needs no sign-in. */
export function SignInCard() {
  const signOut = useSignOut();
  const [asking, setAsking] = useState(false);
  if (!signOut) return null;
  return (
    <Card title="Sign-in">
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <p>This browser is signed in and stays so after a restart.</p>
        <Button onClick={() => setAsking(true)}>Sign out</Button>
      </div>
      <Confirm
        open={asking}
        title="Sign this browser out of Batchdeck?"
        verb="Sign out"
        onConfirm={signOut}
        onClose={() => setAsking(false)}
      >
        All its tabs are signed out. To come back, print a new link with{" "}
        <code>npm run --silent batchdeck -- sign-in-link</code>.
      </Confirm>
    </Card>
  );
}
