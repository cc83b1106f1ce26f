import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "../../ui/empty-state.tsx";

interface Props {
  mayWrite: boolean;
  /** Of a list that is filtered; the others are empty by themselves. */
  onClear: (() => void) | undefined;
}

/** In the place of an empty list of warnings or incidents. */
export function NoWarnings({ mayWrite, onClear }: Props) {
  const { t } = useTranslation("warning-history");
  const icon = <IconAlertTriangle size={40} />;
  if (onClear) {
    return (
      <EmptyState
        title={t("none.match")}
        why={t("none.matchWhy")}
        icon={icon}
        action={
          <Button variant="default" onClick={onClear}>
            {t("clear")}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t("none.title")}
      why={t("none.why")}
      icon={icon}
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
