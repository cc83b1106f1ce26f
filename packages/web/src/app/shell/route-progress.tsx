import { VisuallyHidden } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { ProgressLine } from "../../ui/progress-line.tsx";

/** What comes sooner needs no sign of waiting. */
const lateMs = 300;

/** Over the screen that is being left, while the one that was chosen has not come. */
export function RouteProgress() {
  const isComing = useRouterState({ select: ({ status }) => status === "pending" });
  return isComing ? <Late /> : null;
}

function Late() {
  const { t } = useTranslation();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <>
      <ProgressLine isOfPage />
      <VisuallyHidden component="output">{t("waiting")}</VisuallyHidden>
    </>
  );
}
