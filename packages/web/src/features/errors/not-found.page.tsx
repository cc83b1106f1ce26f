import { Button } from "@mantine/core";
import { Link, useLocation, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { readSession } from "../../core/api/session-cookies.ts";
import { ErrorFrame } from "./error-frame.tsx";
import classes from "./errors.module.css";
import { useOwnTitle } from "../../ui/use-own-title.ts";
import { WaysOn } from "./ways-on.tsx";
import { readable, wordsOfAddress } from "./words-of-address.ts";

/** Any path that is no screen: says which one it was, and leads on. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const { history } = useRouter();
  const { pathname } = useLocation();
  useOwnTitle(t("error.not_found_title"));
  const isSignedIn = readSession() !== undefined;
  return (
    <ErrorFrame title={t("error.not_found_title")}>
      <p className={classes.text}>
        {t("error.not_found_text")} <code className="og-anywhere og-text">{readable(pathname)}</code>
      </p>
      {isSignedIn && <WaysOn words={wordsOfAddress(pathname)} />}
      <div className="og-wrap">
        {history.length > 1 && (
          <Button variant="default" onClick={() => history.back()}>
            {t("action.back")}
          </Button>
        )}
        {!isSignedIn && <Button renderRoot={(props) => <Link to="/" {...props} />}>{t("action.home")}</Button>}
      </div>
    </ErrorFrame>
  );
}
