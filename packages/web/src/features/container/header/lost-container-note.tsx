import { Button } from "@mantine/core";
import { IconLockX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";

/** The note on the page of a container to which the user lost access while it was open. Its values are hidden. */
export function LostContainerNote({ name }: { name: string }) {
  const { t } = useTranslation("container");
  return (
    <>
      <PageHeader title={name} />
      <div className="og-card" role="alert">
        <EmptyState
          title={t("lost.title")}
          why={t("lost.why")}
          icon={<IconLockX size={40} />}
          action={<Button renderRoot={(props) => <Link to="/containers" {...props} />}>{t("lost.list")}</Button>}
        />
      </div>
    </>
  );
}
