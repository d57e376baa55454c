import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";

/** Replaces the content of a server's models while it starts or can't be reached. */
export function NotAnswering({ server }: { server: string }) {
  return (
    <Card>
      <Empty title={`${server} does not answer yet`}>
        Its models appear here as soon as it does.
      </Empty>
    </Card>
  );
}
