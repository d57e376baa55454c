import { useEffect, useRef, useState } from "react";
import type { RequestParams } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";

/** Sends one request at a time; leaving the page cancels it. */
export function useSend<N extends "clients.send" | "chat.send">(name: N) {
  const { client } = useHost();
  const running = useRef<AbortController | null>(null);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (request: RequestParams<N>) => {
    const leaving = new AbortController();
    running.current = leaving;
    setSending(true);
    setError(null);
    try {
      await client.request(name, request, { signal: leaving.signal });
    } catch (thrown) {
      // A cancellation needs no message; the list of requests shows it too.
      if (!leaving.signal.aborted) setError(thrown as Error);
    } finally {
      setSending(false);
    }
  };
  return { send, sending, error, cancel: () => running.current?.abort() };
}
