import { Button } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import { idOf } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import { IconDeviceTv, IconPencil } from "@tabler/icons-react";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { NothingHere } from "../../core/nothing-here.ts";
import { useTick } from "../../core/live/tick.ts";
import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { WidgetBody } from "../../domain/widgets/widget-box.tsx";
import { useBoard } from "../../domain/widgets/widgets.data.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useOwnTitle } from "../../ui/use-own-title.ts";
import { ToBoard } from "./to-board.tsx";
import { useBoardActs } from "./use-board-acts.ts";
import { WallDialog } from "./wall-dialog.tsx";
import { Wall } from "./wall.tsx";

/** One widget alone, or on a wall. */
export function WidgetPage() {
  const { slug: id } = useParams({ from: "/main/widgets/$slug" });
  const { t } = useTranslation("shared");
  const board = useBoard();
  const widget = board.data?.find((one) => idOf(one) === id);
  if (board.data && !widget) throw new NothingHere();
  if (!board.data || !widget) {
    return (
      <>
        <PageHeader title={t("screen.widget")} context={<ToBoard />} />
        <Async of={quiet(board)} height={480}>
          {() => null}
        </Async>
      </>
    );
  }
  return <Shown widgets={board.data} widget={widget} />;
}

/** The header, and what stands around the widget. */
const aroundPx = 240;

function Shown({ widgets, widget }: { widgets: readonly KeptWidget[]; widget: KeptWidget }) {
  const { wall, back } = useSearch({ from: "/main/widgets/$slug" });
  const navigate = useNavigate({ from: "/widgets/$slug" });
  const { titleOf } = useWidgetTitles();
  const { height } = useViewportSize();
  const now = useTick();
  const id = idOf(widget);
  useOwnTitle(titleOf(widget));
  const endWall = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    // Where it was begun, whichever widget it has come to.
    const first = widgets.find((one) => idOf(one) === back);
    if (first) void navigate({ params: { slug: idOf(first) }, search: {}, replace: true });
    else void navigate({ to: "/widgets", search: {}, replace: true });
  };
  return (
    <>
      <PageHeader title={titleOf(widget)} context={<ToBoard />} action={<Acts widget={widget} />} />
      <section className="og-card" style={{ padding: 16 }}>
        {wall === undefined && <WidgetBody widget={widget} now={now} heightPx={Math.max(320, height - aroundPx)} />}
      </section>
      {wall !== undefined && (
        <Wall
          widgets={widgets}
          id={id}
          seconds={wall}
          onShow={(slug) => void navigate({ params: { slug }, search: { wall, ...(back && { back }) }, replace: true })}
          onEnd={endWall}
        />
      )}
    </>
  );
}

function Acts({ widget }: { widget: KeptWidget }) {
  const { t } = useTranslation("widgets");
  const navigate = useNavigate();
  const { remove } = useBoardActs();
  const [isAsked, setAsked] = useState(false);
  const id = idOf(widget);
  const removeAndLeave = async () => {
    // The page of a widget that is gone would be the not-found screen.
    await navigate({ to: "/widgets", search: {} });
    await remove(widget);
  };
  return (
    <div className="og-wrap og-no-print">
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/widgets/create/{-$slug}" params={{ slug: id }} search={{}} {...props} />}
      >
        {t("change")}
      </Button>
      <Button variant="default" color="red" onClick={() => void removeAndLeave()}>
        {t("remove")}
      </Button>
      <Button leftSection={<IconDeviceTv size={16} aria-hidden />} onClick={() => setAsked(true)}>
        {t("wall.act")}
      </Button>
      {isAsked && <WallDialog id={id} back={id} onClose={() => setAsked(false)} />}
    </div>
  );
}
