import { Button, Menu } from "@mantine/core";
import { IconFileTypePdf } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { receiveFile } from "../../../core/api/call.ts";
import { useCan } from "../../../core/can/can.ts";
import { saveFile } from "../../../core/save-file.ts";
import { sayFailure } from "../../../ui/toast.tsx";

/** The container's last week or month as a document, at once or regularly. */
export function ReportMenu({ containerId }: { containerId: string }) {
  const { t } = useTranslation("analysis");
  const [isMaking, setMaking] = useState(false);
  const maySend = useCan("reportSave");
  const make = async (span: "week" | "month") => {
    setMaking(true);
    try {
      saveFile(await receiveFile("containerReport", { containerId, span }));
    } catch {
      sayFailure(t("report.failed"));
    } finally {
      setMaking(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          loading={isMaking}
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
        >
          {t("report.act")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(["week", "month"] as const).map((span) => (
          <Menu.Item key={span} onClick={() => void make(span)}>
            {t(`report.${span}`)}
          </Menu.Item>
        ))}
        {maySend && (
          <Menu.Item
            renderRoot={(props) => <Link to="/reports" search={{ open: "new", container: containerId }} {...props} />}
          >
            {t("report.regularly")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
