import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useHasRoleBoard } from "../../domain/widgets/widgets.data.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useBoardActs } from "./use-board-acts.ts";

/** Back to the board that the person's role begins with, where there is one. */
export function RoleBoard() {
  const { t } = useTranslation("widgets");
  const hasOne = useHasRoleBoard();
  const { toRoleBoard } = useBoardActs();
  const [isAsked, setAsked] = useState(false);
  if (!hasOne) return null;
  const restore = () => {
    setAsked(false);
    void toRoleBoard();
  };
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setAsked(true)}>
        {t("roleBoard")}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t("roleBoardTitle")}
          confirm={t("roleBoard")}
          onConfirm={restore}
          onClose={() => setAsked(false)}
        >
          {t("roleBoardText")}
        </ConfirmDialog>
      )}
    </>
  );
}
