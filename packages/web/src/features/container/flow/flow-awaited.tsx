import { Button } from "@mantine/core";
import { IconTopologyStar3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Async, type Pending } from "../../../ui/async.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";

export interface FlowAwaitedProps {
  history: Pending<unknown>;
  /** The instant that was asked for, in words; absent: nothing was measured in all the time that is replayed. */
  time: string | undefined;
  /** The earlier day that is replayed, in words; undefined: the last 24 hours. */
  date: string | undefined;
  onLive: () => void;
}

/** While what was measured at an earlier time is on its way, and where nothing was or it does not come. */
export function FlowAwaited({ history, time, date, onLive }: FlowAwaitedProps) {
  const { t } = useTranslation("energy-flow");
  const live = <Button onClick={onLive}>{t("replay.toLive")}</Button>;
  const title =
    time === undefined
      ? date === undefined
        ? t("replay.none")
        : t("replay.noneOn", { date })
      : t("replay.noneAt", { time });
  return (
    <div className="og-card">
      <Async of={history} height={480}>
        {() => <EmptyState title={title} icon={<IconTopologyStar3 size={40} />} action={live} />}
      </Async>
      {history.error && history.data === undefined && <div className="og-wrap og-center">{live}</div>}
    </div>
  );
}
