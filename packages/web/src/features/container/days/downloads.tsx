import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { DayDownload } from "../container.data.ts";
import styles from "./downloads.module.css";

const exportFormats = ["csv", "xlsx"] as const;

/** The points of the chart as a file. */
export function Downloads({ download: { start, isPending, error } }: { download: DayDownload }) {
  const { t } = useTranslation(["container", "shared"]);
  return (
    <div className="og-line og-at-end og-before og-wrap">
      {exportFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="compact-sm"
          h={32}
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={isPending}
          onClick={() => start(format)}
        >
          {t(`day.download.${format}`)}
        </Button>
      ))}
      {error && (
        <span className={styles.failed} role="alert">
          {t(`shared:refusal.${error.code}`)}
        </span>
      )}
    </div>
  );
}
