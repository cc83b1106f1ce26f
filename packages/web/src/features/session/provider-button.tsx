import { Button } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { beginAtProvider } from "../../core/sign-in-provider.ts";

interface Props {
  /** Of the organisation. */
  name: string;
  /** Makes the attempt, and says why it failed. */
  onAsk: (act: () => Promise<void>) => Promise<unknown>;
}

/** Leads to the sign-in of the organisation, which leads back to `/login/provider`. */
export function ProviderButton({ name, onAsk }: Props) {
  const { t } = useTranslation("session");
  const { next } = useSearch({ from: "/blank/login" });
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async () => {
    setIsLeaving(true);
    await onAsk(async () => location.assign((await beginAtProvider("sign_in", next)).url));
    setIsLeaving(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconBuilding size={20} aria-hidden />}
      loading={isLeaving}
      onClick={() => void leave()}
    >
      {t("provider", { name })}
    </Button>
  );
}
