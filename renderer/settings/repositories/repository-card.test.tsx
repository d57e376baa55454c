import { afterEach, expect, test } from "vitest";
import {
  button,
  clear,
  click,
  fakeHost,
  Routed,
  show,
  until,
} from "../../experiments/testing-view.tsx";
import { withoutLayout } from "../../ui/testing/layout.ts";
import { RepositoryCard } from "./repository-card.tsx";

withoutLayout();
afterEach(clear);

const running = (id: number, name: string, serverId: string) => ({ id, name, plan: { serverId } });

test("[REPO-16] closing a repository names the running experiments that its restart ends", async () => {
  const host = fakeHost(
    {
      "host.info": { modelRepositories: ["/srv/vision", "/srv/text"], capabilities: {} },
      "repositories.recent": [],
      "lab.list": [running(1, "nightly", "embedded"), running(2, "other", "triton-7")],
    },
    { "traffic.state": { running: true } },
  );
  const page = await show(<Routed view={<RepositoryCard />} />, host);
  await until(() => button(page, "Close /srv/text"));
  await click(button(page, "Close /srv/text"));
  await until(() =>
    expect(document.body.textContent).toContain(
      "files stay as they are. Sample traffic stops. Experiment nightly is running and fails.",
    ),
  );
  expect(document.body.textContent).not.toContain("Experiment other");
});
