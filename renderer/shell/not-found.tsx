import { Link } from "@tanstack/react-router";
import { buttonClass } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty
        title="No page at this address"
        action={
          <Link to="/" className={buttonClass("primary")}>
            Open the overview
          </Link>
        }
      />
    </Page>
  );
}
