import type { KubeConfig, User } from "@kubernetes/client-node";
import { StatusError } from "../../../base/status-error.ts";
import { OidcSignIn } from "./oidc.ts";
import { pluginStarter } from "./plugin-process.ts";

/** After this time a plugin or an issuer is abandoned, and the plugin ended, ms. */
export const SIGN_IN_LIMIT_MS = 30_000;

interface Authenticator {
  isAuthProvider(user: User): boolean;
  applyAuthentication(user: User, options: object): Promise<void>;
}

/** Signs in the users of one context, also after its kubeconfig changed. Disposing ends running plugins. */
export class SignIn implements Disposable {
  readonly #over = new AbortController();
  readonly #oidc: OidcSignIn;
  readonly #start: ReturnType<typeof pluginStarter>;

  constructor(context: string, limitMs = SIGN_IN_LIMIT_MS) {
    const bounds = { context, limitMs, over: this.#over.signal };
    this.#oidc = new OidcSignIn(bounds);
    this.#start = pluginStarter(bounds);
  }

  /** Replaces the library's sign-in methods, which have no time limit, by ones that have. */
  equip(config: KubeConfig): void {
    const held = config as unknown as { authenticators: Authenticator[] };
    for (const each of held.authenticators) if ("execFn" in each) each.execFn = this.#start;
    held.authenticators = [retired, this.#oidc, ...held.authenticators];
  }

  /** Allows a rejected refresh to be repeated. */
  tryAgain(): void {
    this.#oidc.tryAgain();
  }

  [Symbol.dispose](): void {
    this.#over.abort(new StatusError("CANCELLED", "The console ended."));
  }
}

/** Replacements for the providers that Kubernetes removed in v1.26. */
const successors: Readonly<Record<string, string>> = {
  gcp: "gke-gcloud-auth-plugin",
  azure: "kubelogin",
};

/** The library's method would run a command and block the whole console until it ended. */
const retired: Authenticator = {
  isAuthProvider: ({ authProvider }) => Object.hasOwn(successors, providerName(authProvider)),
  applyAuthentication: async ({ name, authProvider }) => {
    const provider = providerName(authProvider);
    throw new StatusError(
      "UNAUTHENTICATED",
      `'${name}' signs in by the provider '${provider}', which Kubernetes removed in v1.26. Recreate the kubeconfig with the plugin ${successors[provider]}.`,
      { details: { signIn: true } },
    );
  },
};

function providerName(provider: unknown): string {
  return (provider as { name?: string } | undefined)?.name ?? "";
}
