import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { lazy, type MouseEventHandler } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../core/chunk.ts";

/** Needed only by whoever asks for it. */
export const ReportPreview = lazy(() =>
  loadChunk(() => import("./report-preview.tsx")).then((part) => ({ default: part.ReportPreview })),
);

interface PreviewButtonProps {
  /** Whoever comes back from it goes on there. */
  hasFocus?: boolean;
  onClick: MouseEventHandler<HTMLButtonElement>;
}

export function PreviewButton({ hasFocus = false, onClick }: PreviewButtonProps) {
  const { t } = useTranslation("reports");
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
      data-autofocus={hasFocus || undefined}
      onClick={onClick}
    >
      {t("preview.act")}
    </Button>
  );
}
