import { Button, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { withLocale } from "../../core/i18n/locale.ts";
import { safeNext } from "../../core/same-origin.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { finishAtProvider } from "./provider.data.ts";
import { Checking, SessionFrame } from "./session-frame.tsx";

type State = { name: "checking" | "confirmed" } | { name: "failed"; error: Error };

/** Where the organisation's provider leads the browser back to: finishes what was begun, and goes on. */
export function ProviderPage() {
  const { t } = useTranslation("session");
  const [state, setState] = useState<State>({ name: "checking" });
  const begun = useRef(false);
  const finish = async () => {
    const { search } = location;
    // The answer works once: nobody gets it from the history.
    history.replaceState(history.state, "", location.pathname);
    try {
      const done = await finishAtProvider(search);
      if (done.for === "sign_in")
        return location.replace(withLocale(safeNext(done.next, location.origin), done.locale));
      setState({ name: "confirmed" });
      window.close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ name: "failed", error });
    }
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void finish();
  }, []);
  return (
    <SessionFrame>
      <Title order={1}>{t(`provider_${state.name}`)}</Title>
      {state.name === "checking" && <Checking label={t("provider_checking")} />}
      {state.name === "confirmed" && <Text role="status">{t("provider_close")}</Text>}
      {state.name === "failed" && (
        <>
          <FormFailure error={state.error} />
          <Button size="md" renderRoot={(props) => <Link to="/login" {...props} />}>
            {t("title")}
          </Button>
        </>
      )}
    </SessionFrame>
  );
}
