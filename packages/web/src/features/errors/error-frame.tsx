import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { config } from "../../core/config.ts";
import { PageFrame, useIsAlone } from "../../core/page-frame.tsx";
import { PortalMark } from "../../ui/portal-mark.tsx";
import classes from "./errors.module.css";
import { LostContainer } from "./lost-container.tsx";

/** What people see who are not where they wanted to be: the portal's picture, what it is, and what leads on. */
export function ErrorFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const isAlone = useIsAlone();
  return (
    <PageFrame className={classes.page}>
      {isAlone && <Brand />}
      <LostContainer label={t("error.not_found_image")} />
      <Title order={1}>{title}</Title>
      {children}
    </PageFrame>
  );
}

/** What the bar of the portal says elsewhere. */
function Brand() {
  return (
    <p className="og-row og-strong og-flush">
      <PortalMark size={28} />
      {config.portalName}
    </p>
  );
}
