import type { BoardChange } from "@offgrid/contract/widgets/change-board";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { idOf } from "@offgrid/contract/widgets/widget-types";
import { useTranslation } from "react-i18next";

import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { changeWidgets, resetWidgets } from "../../domain/widgets/widgets.data.ts";
import { sayFailure, sayUndo } from "../../ui/toast.tsx";

/** Changes the board, and says where that failed. */
export function useBoardActs() {
  const { t } = useTranslation("widgets");
  const { titleOf } = useWidgetTitles();
  const fail = () => sayFailure(t("failed"));
  const act = async (run: () => Promise<() => Promise<void>>, done?: string): Promise<boolean> => {
    try {
      const undo = await run();
      if (done !== undefined) sayUndo(done, () => void undo().catch(fail));
      return true;
    } catch {
      fail();
      return false;
    }
  };
  const change = (wanted: BoardChange, done?: string) => act(() => changeWidgets(wanted), done);
  const toRoleBoard = () => act(resetWidgets, t("roleBoardShown"));
  const remove = (widget: KeptWidget) => change({ remove: [idOf(widget)] }, t("removed", { title: titleOf(widget) }));
  return { change, remove, toRoleBoard };
}
