import { RouterProvider } from "@tanstack/react-router";
import type { HostClient } from "../main/contract/client.ts";
import { HostProvider } from "./host/context.tsx";
import { router } from "./router.tsx";
import { CommandProvider } from "./host/commands/command-context.tsx";

export function App({ client }: { client: HostClient }) {
  return (
    <HostProvider client={client}>
      <CommandProvider>
        <RouterProvider router={router} />
      </CommandProvider>
    </HostProvider>
  );
}
