import { idOf, type WidgetType, widgetTypes } from "@offgrid/contract/widgets/widget-types";
import { knownWidget } from "@offgrid/contract/widgets/known-widget";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { NothingHere } from "../../core/nothing-here.ts";
import { useBoard } from "../../domain/widgets/widgets.data.ts";
import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { newWidget, newWidgetId } from "../../domain/widgets/new-widget.ts";
import { ToBoard } from "./to-board.tsx";
import { TypePicker } from "./type-picker.tsx";
import { useBeginning } from "../../domain/widgets/use-beginning.ts";
import { WidgetForm } from "./widget-form.tsx";

/** Makes a widget, changes one, or makes a copy of one. */
export function WidgetCreatePage() {
  const { slug } = useParams({ from: "/main/widgets/create/{-$slug}" });
  const { copy } = useSearch({ from: "/main/widgets/create/{-$slug}" });
  const { t } = useTranslation(["widgets", "shared"]);
  const { titleOf } = useWidgetTitles();
  const board = useBoard();
  const kept = board.data?.find((one) => idOf(one) === slug);
  const given = kept && knownWidget(kept);
  // One that this program does not know cannot be changed by it either.
  if (slug !== undefined && board.data && !given) throw new NothingHere();
  const title = given
    ? copy === "yes"
      ? t("form.copyOf", { title: titleOf(given) })
      : titleOf(given)
    : t("shared:screen.widget_create");
  return (
    <>
      <PageHeader title={title} context={<ToBoard />} />
      {given ? (
        <WidgetForm key={`${slug} ${copy}`} given={copy === "yes" ? { ...given, id: newWidgetId() } : given} />
      ) : slug === undefined ? (
        <NewWidget />
      ) : (
        <Async of={quiet(board)} height={480}>
          {() => null}
        </Async>
      )}
    </>
  );
}

/** The type first; then what it shows. */
function NewWidget() {
  const { type: asked, chart, container } = useSearch({ from: "/main/widgets/create/{-$slug}" });
  const type = widgetTypes.find((one) => one === asked);
  const navigate = useNavigate({ from: "/widgets/create/{-$slug}" });
  const beginning = useBeginning();
  if (type === undefined) return <TypePicker onPick={(picked) => void navigate({ search: { type: picked } })} />;
  if (!beginning) return null;
  const about = { ...beginning, chart, container: container ?? beginning.container };
  return <Fresh key={type} type={type} about={about} />;
}

function Fresh({ type, about }: { type: WidgetType; about: Parameters<typeof newWidget>[1] }) {
  // Made once: it keeps its id while it is filled in.
  const [given] = useState<Widget>(() => newWidget(type, about));
  return <WidgetForm given={given} isNew />;
}
