import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";

/** In place of what a server's models would fill, while it starts or cannot be reached. */
export function NotAnswering({ server }: { server: string }) {
  return (
    <Card>
      <Empty title={`${server} does not answer yet`}>
        Its models appear here as soon as it does.
      </Empty>
    </Card>
  );
}
