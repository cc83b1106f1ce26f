import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "../../ui/empty-state.tsx";
import { useRules, useWatched } from "../../domain/warnings/rules.data.ts";

interface Props {
  mayWrite: boolean;
  /** Of a list that is filtered; the others are empty by themselves. */
  onClear: (() => void) | undefined;
}

/** In the place of an empty list of warnings or incidents. */
export function NoWarnings({ mayWrite, onClear }: Props) {
  const { t } = useTranslation("warning-history");
  if (onClear) {
    return (
      <EmptyState
        title={t("none.match")}
        why={t("none.matchWhy")}
        icon={<IconAlertTriangle size={40} />}
        action={
          <Button variant="default" onClick={onClear}>
            {t("clear")}
          </Button>
        }
      />
    );
  }
  return <NothingWarned mayWrite={mayWrite} />;
}

/** Whoever has no rule learns that nothing is watched, not that all is well, unless others watch for them. */
function NothingWarned({ mayWrite }: Pick<Props, "mayWrite">) {
  const { t } = useTranslation("warning-history");
  const hasNone = useRules({ enabled: mayWrite }).data?.length === 0;
  const watched = useWatched({ enabled: mayWrite && hasNone });
  const isWatched = watched.data?.some(({ by }) => by.length > 0) ?? false;
  const isUnwatched = hasNone && !isWatched;
  return (
    <EmptyState
      title={t(isUnwatched ? "none.unwatched" : "none.title")}
      why={t(isUnwatched ? "none.unwatchedWhy" : hasNone ? "none.othersWhy" : "none.why")}
      icon={<IconAlertTriangle size={40} />}
      action={
        mayWrite && (
          <Button variant="default" renderRoot={(props) => <Link to="/warning/list" {...props} />}>
            {t("none.rules")}
          </Button>
        )
      }
    />
  );
}
