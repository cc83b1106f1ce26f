import { Button, Stack, Text, Title } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { config } from "../../core/config.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";
import { stopReport } from "./reports.data.ts";

/** `report`: the name of one's own; null: all reports of another person are meant. */
type State = { name: "asking" } | { name: "stopped" | "again"; report: string | null };

/** Where the mail of a report leads those who want no more of it. Programs that open links change nothing. */
export function StopReportPage() {
  const { t } = useTranslation("reports");
  const { token = "" } = useSearch({ from: "/blank/reports/stop" });
  const [state, setState] = useState<State>({ name: "asking" });
  const act = useAct(async (stop: boolean) => {
    const { name, isStopped } = await stopReport(token || "-", stop);
    setState({ name: isStopped ? "stopped" : "again", report: name });
  });
  const isGone = act.error instanceof ApiError && act.error.code === "not_found";
  const said =
    state.name === "asking"
      ? t("stop.asking_why")
      : state.report === null
        ? t(`stop.${state.name}_from`)
        : t(`stop.${state.name}_why`, { name: state.report });
  return (
    <Stack gap="lg">
      <Text className="og-muted">{config.portalName}</Text>
      <Title order={1}>{t(`stop.${state.name}`)}</Title>
      {isGone ? (
        <Text role="alert">{t("stop.gone")}</Text>
      ) : (
        <>
          <Text role="status">{said}</Text>
          <FormFailure error={act.error} />
          <Button size="md" loading={act.isRunning} onClick={() => void act.run(state.name !== "stopped")}>
            {t(state.name === "stopped" ? "stop.back" : "stop.act")}
          </Button>
        </>
      )}
    </Stack>
  );
}
