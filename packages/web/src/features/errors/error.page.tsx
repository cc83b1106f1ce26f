import { Button, Title } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { ChunkAway, ChunkFailure, waitForStalled } from "../../core/chunk.ts";
import { NothingHere } from "../../core/nothing-here.ts";
import { PageFrame } from "../../core/page-frame.tsx";
import { useScreen } from "../../core/screen.ts";
import { ErrorFrame } from "./error-frame.tsx";
import classes from "./errors.module.css";
import { NotFoundPage } from "./not-found.page.tsx";
import { PageForbidden } from "./page-forbidden.ts";
import { useOwnTitle } from "../../ui/use-own-title.ts";
import { WaysOn } from "./ways-on.tsx";

/** What a route shows when it failed: nothing is at its address, the role excludes it, a part that waits for the connection, a newer version, or any other error. */
export function ErrorPage({ error }: Pick<ErrorComponentProps, "error">) {
  if (error instanceof NothingHere) return <NotFoundPage />;
  if (error instanceof PageForbidden) return <ForbiddenPage />;
  if (error instanceof ChunkAway || isUnanswered(error)) return <AwayPage />;
  if (error instanceof ChunkFailure) return <NewVersionPage />;
  return <BrokenPage error={error} />;
}

/** Nothing came back from the portal: a lost connection, which ends, and no fault of the screen. */
function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

function BrokenPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  const [ownId] = useState(() => crypto.randomUUID().slice(0, 8));
  const id = (error instanceof ApiError && error.requestId) || ownId;
  const status = error instanceof ApiError ? error.status : 500;
  useEffect(() => {
    console.error(id, error);
  }, [id, error]);
  useOwnTitle(t("error.title"));
  return (
    <PageFrame className={classes.page}>
      <Title order={1}>{t("error.title")}</Title>
      <p className={classes.text}>{t(`refusal.${error instanceof ApiError ? error.code : "internal"}`)}</p>
      <p className={classes.text}>
        {t("error.status", { status })} · <span className="og-code">{t("error.id", { id })}</span>
      </p>
      <Button onClick={() => void router.invalidate()}>{t("action.retry")}</Button>
    </PageFrame>
  );
}

function ForbiddenPage() {
  const { t } = useTranslation();
  const screen = useScreen();
  return (
    <ErrorFrame title={t("error.forbidden_title")}>
      <p className={classes.text}>{t("error.forbidden_text", { page: screen ? t(`screen.${screen}`) : "" })}</p>
      <WaysOn />
    </ErrorFrame>
  );
}

/** The screen's code or data is not on this device; the screen opens by itself once the portal answers. */
function AwayPage() {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(() => {
    let isShown = true;
    void waitForStalled(() => isShown).then(() => (isShown ? router.invalidate() : undefined));
    return () => {
      isShown = false;
    };
  }, [router]);
  useOwnTitle(t("error.away_title"));
  return (
    <PageFrame className={classes.page}>
      <Title order={1}>{t("error.away_title")}</Title>
      <p className={classes.text} role="status">
        {t("error.away_text")}
      </p>
    </PageFrame>
  );
}

function NewVersionPage() {
  const { t } = useTranslation();
  return (
    <PageFrame className={classes.page}>
      <Title order={1}>{t("error.new_version_title")}</Title>
      <p className={classes.text}>{t("error.new_version_text")}</p>
      <Button onClick={() => location.reload()}>{t("action.reload")}</Button>
    </PageFrame>
  );
}
