import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import type { Fit } from "./fitting.ts";
import { type Claim, PLATFORM, TO_LEAVE } from "./layers.ts";
import type { Workload } from "./questions.ts";
import { SOURCES } from "./sources.ts";

interface LayerFitsProps {
  readonly fits: readonly Fit[];
  readonly workload: Workload;
}

export function LayerFits({ fits, workload }: LayerFitsProps) {
  return (
    <section
      aria-label="Serving layers that fit"
      aria-live="polite"
      className="flex flex-col gap-4"
    >
      {fits.length === 0 && (
        <Card>
          <Empty title="Say what you serve">
            Matching layers show here, with reasons, caveats and sources.
          </Empty>
        </Card>
      )}
      {fits.map((fit) => (
        <LayerFit key={fit.layer.name} fit={fit} />
      ))}
      {workload.where === "kubernetes" && (
        <Card title={PLATFORM.name} aside={<Badge tone="accent">Platform around it</Badge>}>
          <Claims claims={[PLATFORM]} />
        </Card>
      )}
      <Card title={TO_LEAVE.name} aside={<Badge tone="bad">Not maintained</Badge>}>
        <Claims claims={[TO_LEAVE]} />
      </Card>
    </section>
  );
}

function LayerFit({ fit: { layer, rank, reasons, caveats } }: { readonly fit: Fit }) {
  return (
    <Card
      title={
        <>
          {layer.name} <span className="font-normal text-muted">{layer.what}</span>
        </>
      }
      aside={rank === "best" ? <Badge tone="good">Fits</Badge> : <Badge>Possible</Badge>}
    >
      <Claims claims={reasons} />
      {caveats.length > 0 && (
        <div className="border-line border-t">
          <p className="px-4 pt-2 font-medium text-warn">Mind</p>
          <Claims claims={caveats} />
        </div>
      )}
    </Card>
  );
}

function Claims({ claims }: { readonly claims: readonly Claim[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 py-2.5 pr-4 pl-8">
      {claims.map(({ text, source }) => (
        <li key={text}>
          {text}{" "}
          <a
            href={SOURCES[source].url}
            target="_blank"
            rel="noreferrer"
            className="whitespace-nowrap text-accent text-xs hover:underline"
          >
            {SOURCES[source].title}
          </a>
        </li>
      ))}
    </ul>
  );
}
