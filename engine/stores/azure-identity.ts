import type { TokenCredential } from "@azure/identity";
import { MAX_ATTEMPTS } from "./object-store.ts";

/** Values of the entry's `auth_type` or AZURE_STORAGE_AUTH_TYPE (`as.h`, `ASCredential`). */
export type IdentityKind = "managed_identity" | "default";

export function isIdentityKind(authType: string): authType is IdentityKind {
  return authType === "managed_identity" || authType === "default";
}

/**
 * Microsoft Entra tokens, which the SDK caches and renews. `clientId`: of a user-assigned managed
 * identity.
 */
export async function openIdentity(
  kind: IdentityKind,
  clientId: string | undefined,
): Promise<TokenCredential> {
  const sdk = await import("@azure/identity");
  if (kind === "default") return new sdk.DefaultAzureCredential();
  const retryOptions = { maxRetries: MAX_ATTEMPTS - 1 };
  return clientId
    ? new sdk.ManagedIdentityCredential(clientId, { retryOptions })
    : new sdk.ManagedIdentityCredential({ retryOptions });
}
