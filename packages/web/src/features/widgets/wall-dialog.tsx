import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { browserZone, useLocale } from "../../ui/use-locale.ts";
import { useSessionEnd } from "./session-end.ts";

/** Seconds for which a wall shows each widget; 0: it stays at one. */
const wallPaces = [10, 20, 60, 300, 0] as const;

interface WallDialogProps {
  /** The widget that is shown first. */
  id: string;
  /** The widget whose page it is asked on; absent: it is asked on the board. */
  back?: string;
  onClose: () => void;
}

/** Asks how a wall goes on from widget to widget, and says when it will end. */
export function WallDialog({ id, back, onClose }: WallDialogProps) {
  const { t } = useTranslation("widgets");
  const navigate = useNavigate();
  const [seconds, setSeconds] = useState<number>(wallPaces[1]);
  const start = () => {
    onClose();
    // Where the browser does not allow it, the wall fills the window.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    void navigate({ to: "/widgets/$slug", params: { slug: id }, search: { wall: seconds, ...(back && { back }) } });
  };
  const paceText = (pace: number) => {
    if (pace === 0) return t("wall.stay");
    return pace < 60 ? t("wall.seconds", { count: pace }) : t("wall.minutes", { count: pace / 60 });
  };
  return (
    <FormDialog
      title={t("wall.act")}
      send={t("wall.start")}
      isSending={false}
      failure={null}
      onSend={start}
      onClose={onClose}
    >
      <p className="og-flush">{t("wall.why")}</p>
      <Select
        label={t("wall.every")}
        data={wallPaces.map((pace) => ({ value: String(pace), label: paceText(pace) }))}
        value={String(seconds)}
        allowDeselect={false}
        onChange={(value) => setSeconds(Number(value))}
      />
      <SessionEnd />
    </FormDialog>
  );
}

function SessionEnd() {
  const { t } = useTranslation("widgets");
  const locale = useLocale();
  const { data, error } = useSessionEnd();
  if (data === undefined) return <p className="og-note og-flush">{error ? t("wall.untilUnknown") : " "}</p>;
  return (
    <p className="og-note og-flush">{t("wall.until", { at: formatTime(data, "dateTime", browserZone, locale) })}</p>
  );
}
