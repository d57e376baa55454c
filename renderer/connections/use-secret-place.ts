/** Where the host keeps a secret that is entered, in a sentence. */
export function useSecretPlace(): string {
  return "Never shown again, stored as text or exported.";
}
