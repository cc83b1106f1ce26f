import { Button, Title } from "@mantine/core";
import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { Suspense, lazy } from "react";
import { useTranslation } from "react-i18next";

import { readSession } from "../../core/api/session-cookies.ts";
import { loadChunk } from "../../core/chunk.ts";
import { PageFrame } from "../../core/page-frame.tsx";
import classes from "./errors.module.css";
import { LostContainer } from "./lost-container.tsx";
import { useOwnTitle } from "../../ui/use-own-title.ts";
import { readable } from "./words-of-address.ts";

// The page itself is part of what every visitor loads; the fields of a form need not be.
const LostSearch = lazy(() =>
  loadChunk(() => import("./lost-search.tsx")).then((part) => ({ default: part.LostSearch })),
);

/** Any path that is no screen: says which one it was, and leads on. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const { history } = useRouter();
  const { pathname } = useLocation();
  useOwnTitle(t("error.not_found_title"));
  const isSignedIn = readSession() !== undefined;
  return (
    <PageFrame className={classes.page}>
      <LostContainer label={t("error.not_found_image")} />
      <Title order={1}>{t("error.not_found_title")}</Title>
      <p className={classes.text}>
        {t("error.not_found_text")} <code className="og-anywhere og-text">{readable(pathname)}</code>
      </p>
      {isSignedIn && (
        // Room for the field and the links below it, so that nothing moves when they come.
        <Suspense fallback={<div style={{ minHeight: 92 }} />}>
          <LostSearch key={pathname} path={pathname} />
        </Suspense>
      )}
      <div className="og-wrap">
        {history.length > 1 && (
          <Button variant="default" onClick={() => history.back()}>
            {t("action.back")}
          </Button>
        )}
        {!isSignedIn && <Button renderRoot={(props) => <Link to="/" {...props} />}>{t("action.home")}</Button>}
      </div>
    </PageFrame>
  );
}
