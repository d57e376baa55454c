import type { ChatTrial, Embedding, RankedDocument } from "../../../main/contract/index.ts";
import { NONE } from "../../format/numbers.ts";
import { DataTable } from "../../ui/data-table.tsx";

const MAX_PREVIEW_LENGTH = 80;
const MAX_SIMILARITY_TABLE = 16;

const shortened = (text: string) =>
  text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text;
const formatElement = (value: number) => value.toPrecision(4);

/** Vectors and their similarity, or ranked documents. */
export function PooledAnswer({ trial: { pooled, request } }: { readonly trial: ChatTrial }) {
  if (!pooled) return null;
  const { texts } = request;
  if (pooled.kind === "rerank") return <Ranking documents={pooled.documents} texts={texts} />;
  return (
    <>
      <Embeddings embeddings={pooled.embeddings} texts={texts} />
      <Similarity similarity={pooled.similarity} />
    </>
  );
}

interface EmbeddingsProps {
  readonly embeddings: readonly Embedding[];
  readonly texts: readonly string[];
}

function Embeddings({ embeddings, texts }: EmbeddingsProps) {
  return (
    <DataTable
      caption="Embeddings"
      columns={[
        { key: "text", head: "Text" },
        { key: "dimensions", head: "Dimensions", numeric: true },
        { key: "norm", head: "Norm", numeric: true },
        { key: "first", head: "First values" },
      ]}
      rows={embeddings.map(({ dimensions, norm, first }, at) => ({
        key: at,
        cells: [
          `${at + 1}: ${shortened(texts[at] ?? "")}`,
          dimensions,
          formatElement(norm),
          <code key="first" className="text-xs">
            [{first.map(formatElement).join(", ")}
            {dimensions > first.length && ", …"}]
          </code>,
        ],
      }))}
    />
  );
}

function Similarity({ similarity }: { readonly similarity: readonly (number | null)[][] }) {
  if (similarity.length < 2) return null;
  if (similarity.length > MAX_SIMILARITY_TABLE)
    return (
      <p className="text-muted text-xs">
        Cosine similarity is shown for up to {MAX_SIMILARITY_TABLE} texts.
      </p>
    );
  return (
    <section aria-label="Cosine similarity" className="flex flex-col gap-1">
      <h3 className="font-medium">Cosine similarity</h3>
      <DataTable
        caption="Cosine similarity"
        columns={[
          { key: "text", head: "Text" },
          ...similarity.map((_, at) => ({ key: String(at), head: at + 1, numeric: true })),
        ]}
        rows={similarity.map((row, at) => ({
          key: at,
          cells: [at + 1, ...row.map((value) => value?.toFixed(3) ?? NONE)],
        }))}
      />
    </section>
  );
}

interface RankingProps {
  readonly documents: readonly RankedDocument[];
  readonly texts: readonly string[];
}

function Ranking({ documents, texts }: RankingProps) {
  return (
    <DataTable
      caption="Ranked documents"
      columns={[
        { key: "rank", head: "Rank" },
        { key: "score", head: "Score", numeric: true },
        { key: "document", head: "Document" },
      ]}
      rows={documents.map(({ index, score }, at) => ({
        key: at,
        cells: [at + 1, formatElement(score), `${index + 1}: ${shortened(texts[index] ?? "")}`],
      }))}
    />
  );
}
