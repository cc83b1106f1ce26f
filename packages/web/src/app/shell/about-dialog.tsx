import { Stack, Text } from "@mantine/core";
import { frontVersion, releaseDate } from "@offgrid/contract/core/constants";
import { useTranslation } from "react-i18next";

import { config } from "../../core/config.ts";
import { Dialog } from "../../ui/dialog.tsx";
import type { ShellData } from "./shell.data.ts";

interface Props {
  onClose: () => void;
  answer: ShellData["version"];
}

/** Name, version, date of the last update, copyright. */
export function AboutDialog({ onClose, answer }: Props) {
  const { t } = useTranslation("shell");
  return (
    <Dialog onClose={onClose} title={t("about")}>
      <Stack gap="xs">
        <Text size="lg" fw={600}>
          {answer?.name ?? config.portalName}
        </Text>
        <Text>
          {t("about_version")} {versionText(answer?.version)}
        </Text>
        <Text>
          {t("about_updated")} {dayMonthYear(answer?.version.date ?? releaseDate)}
        </Text>
        <Text c="dimmed">{t("about_copyright", { year: (answer?.version.date ?? releaseDate).slice(0, 4) })}</Text>
      </Stack>
    </Dialog>
  );
}

/** `F{front} - M{mqtt} - R{rest}`, with a dash for what is not known. F is this page's own version. */
export function versionText(version: { mqtt_version: string; rest_version: string } | undefined): string {
  return `F${frontVersion} - M${version?.mqtt_version ?? "—"} - R${version?.rest_version ?? "—"}`;
}

/** 2026-11-21 as 21/11/2026. */
function dayMonthYear(isoDay: string): string {
  return isoDay.slice(0, 10).split("-").reverse().join("/");
}
