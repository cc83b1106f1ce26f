import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { useTranslation } from "react-i18next";

import type { ApiError } from "../../../core/api/api-error.ts";
import { receiveFile } from "../../../core/api/call.ts";
import { useCan } from "../../../core/can/can.ts";
import { saveFile } from "../../../core/save-file.ts";

const formats = ["csv", "xlsx"] as const;
type Format = (typeof formats)[number];

const funcs = ["min", "average", "max"] as const;

/** The charge of seven days by the hour as a file. */
export function ChargeFiles({ containerId, name }: { containerId: string; name: string }) {
  const { t } = useTranslation(["seven-days", "shared"]);
  const { mutate, isPending, error } = useMutation<void, ApiError, Format>({
    mutationFn: async (format) => {
      const definition: GivenDefinition = {
        // Files of several containers lie beside each other.
        name: `${name}: ${t("title")}`,
        period: "7_days",
        groupBy: "hour",
        series: funcs.map((func) => ({
          ...{ id: func, kind: "metric" as const, of: { kind: "containers" as const, ids: [containerId] } },
          ...{ metric: "battery.soc", func, title: t(`files.${func}`) },
        })),
      };
      saveFile(await receiveFile("chartExport", { definition, format }));
    },
  });
  if (!useCan("chartExport")) return null;
  return (
    <div className="og-line og-at-end og-before og-wrap">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            h={32}
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isPending}
          >
            {t("files.export")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => mutate(format)}>
              {format.toUpperCase()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {error && (
        <span className="og-fine" role="alert">
          {t(`shared:refusal.${error.code}`)}
        </span>
      )}
    </div>
  );
}
