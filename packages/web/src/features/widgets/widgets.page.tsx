import { Button } from "@mantine/core";
import { idOf } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { IconDeviceTv, IconLayoutGrid, IconPlus } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { Board, useBoardColumns } from "../../domain/widgets/board.tsx";
import { WidgetBox } from "../../domain/widgets/widget-box.tsx";
import { useBoard } from "../../domain/widgets/widgets.data.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ArrangedBoard } from "./arranged-board.tsx";
import { starterBoard } from "../../domain/widgets/new-widget.ts";
import { useBeginning } from "../../domain/widgets/use-beginning.ts";
import { RoleBoard } from "./role-board.tsx";
import { useBoardActs } from "./use-board-acts.ts";
import { WallDialog } from "./wall-dialog.tsx";

/** The person's board. */
export function WidgetsPage() {
  const { t } = useTranslation(["widgets", "shared"]);
  const board = useBoard();
  const { edit } = useSearch({ from: "/main/widgets" });
  const first = board.data?.[0];
  return (
    <>
      <PageHeader
        title={t("shared:screen.widgets")}
        context={t("context")}
        action={first && <Acts first={first} isArranged={edit === "yes"} />}
      />
      <Async of={quiet(board)} height={480} empty={<NoWidgets />}>
        {(widgets) => <OwnBoard widgets={widgets} isArranged={edit === "yes"} />}
      </Async>
    </>
  );
}

function Acts({ first, isArranged }: { first: KeptWidget; isArranged: boolean }) {
  const { t } = useTranslation("widgets");
  const navigate = useNavigate({ from: "/widgets" });
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="og-wrap og-no-print">
      <Button variant="default" leftSection={<IconDeviceTv size={16} aria-hidden />} onClick={() => setAsked(true)}>
        {t("wall.act")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLayoutGrid size={16} aria-hidden />}
        aria-pressed={isArranged}
        onClick={() => void navigate({ search: isArranged ? {} : { edit: "yes" }, replace: true })}
      >
        {t(isArranged ? "editDone" : "edit")}
      </Button>
      <AddButton />
      {isAsked && <WallDialog id={idOf(first)} onClose={() => setAsked(false)} />}
    </div>
  );
}

function AddButton() {
  const { t } = useTranslation("widgets");
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/widgets/create/{-$slug}" search={{}} {...props} />}
    >
      {t("add")}
    </Button>
  );
}

function OwnBoard({ widgets, isArranged }: { widgets: readonly KeptWidget[]; isArranged: boolean }) {
  const { t } = useTranslation("widgets");
  const now = useTick();
  const columns = useBoardColumns();
  const { change, remove } = useBoardActs();
  if (!isArranged) {
    return (
      <Board widgets={widgets} columns={columns}>
        {(widget, heightPx) => <WidgetBox widget={widget} now={now} heightPx={heightPx} />}
      </Board>
    );
  }
  return (
    <div className="og-stack">
      <div className="og-line">
        <p className="og-note og-flush">{t("hint")}</p>
        <Reset widgets={widgets} />
        <RoleBoard />
      </div>
      <ArrangedBoard
        widgets={widgets}
        now={now}
        onChange={(wanted) => void change(wanted)}
        onRemove={(widget) => void remove(widget)}
      />
    </div>
  );
}

function Reset({ widgets }: { widgets: readonly KeptWidget[] }) {
  const { t } = useTranslation("widgets");
  const beginning = useBeginning();
  const { change } = useBoardActs();
  const [isAsked, setAsked] = useState(false);
  if (!beginning) return null;
  const reset = () => {
    setAsked(false);
    void change({ remove: widgets.map(idOf), put: starterBoard(beginning) }, t("started"));
  };
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setAsked(true)}>
        {t("reset")}
      </Button>
      {isAsked && (
        <ConfirmDialog title={t("resetTitle")} confirm={t("reset")} onConfirm={reset} onClose={() => setAsked(false)}>
          {t("resetText")}
        </ConfirmDialog>
      )}
    </>
  );
}

function NoWidgets() {
  const { t } = useTranslation("widgets");
  const beginning = useBeginning();
  const { change } = useBoardActs();
  const has = (beginning?.containers ?? 0) > 0;
  return (
    <EmptyState
      title={t("empty.title")}
      why={t(beginning && !has ? "empty.noContainer" : "empty.why")}
      icon={<IconLayoutGrid size={40} />}
      action={
        <div className="og-wrap og-center">
          {has && beginning && (
            <Button onClick={() => void change({ put: starterBoard(beginning) }, t("started"))}>
              {t("empty.starter")}
            </Button>
          )}
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/widgets/create/{-$slug}" search={{}} {...props} />}
          >
            {t("add")}
          </Button>
          <RoleBoard />
        </div>
      }
    />
  );
}
