import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FormDone, FormFailure } from "../../ui/form-notes.tsx";
import { sendVerification } from "./session.data.ts";

/** Has the link that confirms an address sent once more. */
export function SendLinkAgain({ email }: { email: string }) {
  const { t } = useTranslation("session");
  const [state, setState] = useState<"offered" | "sending" | "sent" | Error>("offered");
  const send = async () => {
    setState("sending");
    try {
      await sendVerification(email);
      setState("sent");
    } catch (error) {
      setState(error as Error);
    }
  };
  if (state === "sent") return <FormDone text={t("link_sent")} />;
  return (
    <>
      <FormFailure error={state instanceof Error ? state : undefined} />
      <Button variant="default" loading={state === "sending"} onClick={() => void send()}>
        {t("send_again")}
      </Button>
    </>
  );
}
