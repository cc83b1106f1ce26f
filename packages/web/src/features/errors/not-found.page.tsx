import { Button, Title } from "@mantine/core";
import { Link, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageFrame } from "../../core/page-frame.tsx";
import classes from "./errors.module.css";
import { LostContainer } from "./lost-container.tsx";
import { useOwnTitle } from "./use-own-title.ts";

/** Any path that is no screen. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const { history } = useRouter();
  useOwnTitle(t("error.not_found_title"));
  return (
    <PageFrame className={classes.page}>
      <LostContainer label={t("error.not_found_image")} />
      <Title order={1}>{t("error.not_found_title")}</Title>
      <p className={classes.text}>{t("error.not_found_text")}</p>
      <div className="og-wrap">
        {history.length > 1 && (
          <Button variant="default" onClick={() => history.back()}>
            {t("action.back")}
          </Button>
        )}
        <Button renderRoot={(props) => <Link to="/" {...props} />}>{t("action.home")}</Button>
      </div>
    </PageFrame>
  );
}
