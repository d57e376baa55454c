import { createRoot } from "react-dom/client";
import { z } from "zod";
import { App } from "./app.tsx";
import { connect } from "./connect.ts";
import { startTheme } from "./shell/theme.ts";

// A strict Content-Security-Policy forbids the code generation zod would otherwise try.
z.config({ jitless: true });

startTheme();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App client={connect()} />);
