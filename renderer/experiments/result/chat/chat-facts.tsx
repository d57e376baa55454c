import { formatLimits, type StepChat } from "../../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../../format/numbers.ts";
import { Facts } from "../facts.tsx";

/** The basis of a step's token figures. */
export function ChatFacts({ chat }: { chat: StepChat | null }) {
  if (!chat) return null;
  const { perToken, outputTokens, promptTokens, pieces, counted, tokensPerWord } = chat;
  const { limits, server } = chat;
  return (
    <section>
      <h3 className="mb-1 font-semibold">Tokens</h3>
      <Facts
        facts={[
          [
            "Output tokens",
            counted === 0 ? formatCount(outputTokens) : `${formatCount(outputTokens)}, counted`,
            counted === 0
              ? "Reported by the server."
              : "For responses without usage, chunks are counted.",
          ],
          ["Chunks", formatCount(pieces), "Parts of the streams with tokens."],
          ["Prompt tokens", promptTokens === null ? "not reported" : formatCount(promptTokens)],
          [
            "Per token, mean",
            formatDuration(perToken.mean),
            "Mean of each response, after its first token.",
          ],
          ...(limits ?? []).map(
            (limit) =>
              [
                `Over ${formatLimits([limit])}`,
                formatCount(limit.exceeded),
                "Successful responses that exceeded this limit and are not in the goodput.",
              ] as const,
          ),
          ...(tokensPerWord
            ? ([
                [
                  "Tokens per word",
                  `${formatCount(tokensPerWord.value)}${tokensPerWord.measured ? "" : ", assumed"}`,
                  tokensPerWord.measured
                    ? "Measured before the first step; prompts are made accordingly."
                    : "The server reports no usage: prompts may be longer or shorter than planned.",
                ],
              ] as const)
            : []),
          [
            "Queue depth at the end",
            formatCount(server?.waiting ?? null),
            "In the server's queue.",
          ],
        ]}
      />
    </section>
  );
}
