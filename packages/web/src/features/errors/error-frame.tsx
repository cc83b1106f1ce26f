import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { PageFrame } from "../../core/page-frame.tsx";
import classes from "./errors.module.css";
import { LostContainer } from "./lost-container.tsx";

/** What people see who are not where they wanted to be: the portal's picture, what it is, and what leads on. */
export function ErrorFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <PageFrame className={classes.page}>
      <LostContainer label={t("error.not_found_image")} />
      <Title order={1}>{title}</Title>
      {children}
    </PageFrame>
  );
}
