import { useRequest } from "../host/requests.ts";

const words = {
  keychain: "Kept in the system's keychain; never shown again, stored as text or exported.",
  memory: "Kept in the host's memory until it ends; never shown again, stored or exported.",
};

/** Where the host keeps a secret that is entered, in a sentence; "" until it has answered. */
export function useSecretPlace(): string {
  const { data } = useRequest("host.info", {});
  return data ? words[data.secrets] : "";
}
