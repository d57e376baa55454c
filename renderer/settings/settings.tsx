import type { ModelDetail, ServerStatus } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServers } from "../host/topics.ts";
import type { Theme } from "../host/theme.ts";
import { useTheme } from "../host/use-theme.ts";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { RepositoryCard } from "./repositories/repository-card.tsx";
import { useState } from "react";
import { useSignOut } from "../sign-in/sign-in-gate.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Link } from "@tanstack/react-router";
import { firstRequest } from "../host/first-request.ts";
import { CopyableText } from "../ui/copyable-text.tsx";

const themes: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function Settings() {
  const servers = useServers() ?? [];
  const embedded = servers.filter(({ kind }) => kind === "embedded");
  const [theme, setTheme] = useTheme();
  return (
    <Page title="Settings">
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Appearance">
            <div className="flex items-center gap-4 px-4 py-3">
              <span className="w-40">Theme</span>
              <Segmented label="Theme" options={themes} value={theme} onPick={setTheme} />
            </div>
          </Card>
          <RepositoryCard />
          <SignInCard />
          <About />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {embedded.map((server) => (
            <Endpoints key={server.id} server={server} />
          ))}
        </div>
      </div>
    </Page>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-center gap-4 border-line border-b px-4 py-1 last:border-b-0">
      <dt className="w-40 shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-4 break-all font-mono text-xs">
        {value}
        <CopyButton name={`Copy ${label}`} text={value} />
      </dd>
    </div>
  );
}

function Endpoints({ server }: { server: ServerStatus }) {
  const { endpoints } = server;
  return (
    <Card title={`${server.name}: addresses`}>
      {endpoints ? (
        <>
          <dl>
            <Row label="HTTP" value={`http://${endpoints.http}`} />
            <Row label="gRPC" value={endpoints.grpc} />
            <Row label="Metrics" value={`http://${endpoints.metrics}/metrics`} />
          </dl>
          <Examples server={server} />
        </>
      ) : (
        <p className="px-4 py-3 text-muted">No addresses while it is not running.</p>
      )}
    </Card>
  );
}

function About() {
  const { data, error } = useRequest("host.info", {});
  return (
    <Card title="About">
      {error && (
        <div className="p-4">
          <ErrorNotice title="Host info unavailable" error={error} />
        </div>
      )}
      {data && (
        <dl>
          <Row label="Batchdeck" value={data.version} />
          <Row label="Data directory" value={data.dataDirectory} />
          <Row label="Host" value={`${data.platform}, Node ${data.node}, ${data.cpus} CPUs`} />
        </dl>
      )}
    </Card>
  );
}

/** Signs this browser out; nothing if the page needs no sign-in. */
function SignInCard() {
  const signOut = useSignOut();
  const [asking, setAsking] = useState(false);
  if (!signOut) return null;
  return (
    <Card title="Sign-in">
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <p>This browser is signed in and stays so after a restart.</p>
        <Button onClick={() => setAsking(true)}>Sign out</Button>
      </div>
      <Confirm
        open={asking}
        title="Sign this browser out of Batchdeck?"
        verb="Sign out"
        onConfirm={signOut}
        onClose={() => setAsking(false)}
      >
        All its tabs are signed out. To come back, print a new link with{" "}
        <code>npm run --silent batchdeck -- sign-in-link</code>.
      </Confirm>
    </Card>
  );
}

const SHOWN: readonly string[] = ["curl", "python-grpc"];

/** Example requests to a currently serving model, to copy and run. */
function Examples({ server }: { server: ServerStatus }) {
  const frame = useOverview(server.id);
  const model = frame?.models.find((each) => each.state === "READY")?.name;
  const { data } = useRequest(
    "models.detail",
    { serverId: server.id, model: model ?? "" },
    { enabled: model !== undefined },
  );
  if (!data || !server.endpoints) return null;
  return <ModelExamples detail={data} http={server.endpoints.http !== ""} />;
}

function ModelExamples({ detail, http }: { detail: ModelDetail; http: boolean }) {
  const { data } = useRequest(
    "clients.prepare",
    firstRequest(detail, http ? ["http", "grpc"] : ["grpc"]),
  );
  const programs = data?.programs.filter(({ language }) => SHOWN.includes(language)) ?? [];
  if (programs.length === 0) return null;
  return (
    <div className="flex flex-col gap-3 border-line border-t px-4 py-3">
      {programs.map(
        ({ language, title, text }) =>
          text !== null && (
            <CopyableText
              key={language}
              title={`${title}: ${detail.name}`}
              label={`Example: ${title}, ${detail.name}`}
              text={text}
            />
          ),
      )}
      <p className="text-muted">
        Other values and languages:{" "}
        <Link
          to="/models/$name"
          params={{ name: detail.name }}
          search={{ tab: "try" }}
          className="text-accent underline"
        >
          try {detail.name}
        </Link>
        .
      </p>
    </div>
  );
}
