import { afterEach, expect, test } from "vitest";
import { button, clear, click, fakeHost, show, until } from "../../experiments/testing-view.tsx";
import { DownloadRow } from "./download-row.tsx";

afterEach(clear);

const progress = { phase: "downloading", model: "ranker", bytes: 3e6, totalBytes: 12e6 };

test("[REPO-15] a .zip of models in an object store shows how far their download is", async () => {
  const host = fakeHost(
    {
      "host.info": { capabilities: { download: true } },
      "configs.download": new Promise(() => {}),
    },
    { "configs.exportProgress": progress },
  );
  const request = { serverId: "embedded", models: [], drafts: false };
  const view = (
    <DownloadRow
      ask={(client, id, signal) =>
        client.request("configs.download", { ...request, id }, { signal })
      }
    >
      As one .zip:
    </DownloadRow>
  );
  const shown = await show(view, host);
  await until(() => button(shown, "Download .zip"));
  expect(shown.textContent).not.toContain("Downloading");
  await click(button(shown, "Download .zip"));
  await until(() => expect(shown.textContent).toContain("Downloading ranker 2.86 MiB of 11.4 MiB"));
  expect(shown.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).toBe("25");
  expect(button(shown, "Download .zip").disabled).toBe(true);
  const [, params] = host.asked.find(([name]) => name === "configs.download") ?? [];
  expect(params).toMatchObject({ id: expect.any(String) });
});
