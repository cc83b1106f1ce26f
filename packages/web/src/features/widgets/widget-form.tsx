import { Button, Input, SegmentedControl } from "@mantine/core";
import { usualSizes } from "@offgrid/contract/widgets/widget-types";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useNavigate } from "@tanstack/react-router";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { useTick } from "../../core/live/tick.ts";
import { Board, useBoardColumns } from "../../domain/widgets/board.tsx";
import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { WidgetBox } from "../../domain/widgets/widget-box.tsx";
import { changeWidgets } from "../../domain/widgets/widgets.data.ts";
import { columns } from "../../ui/columns.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { sayDone } from "../../ui/toast.tsx";
import { useAct } from "../../ui/use-act.ts";
import { isWhole } from "./whole-widget.ts";
import { WidgetFields } from "./widget-fields.tsx";

const sizeNames = ["small", "medium", "large"] as const;

/** What a widget shows, with a picture of it at three sizes. */
export function WidgetForm({ given, isNew = false }: { given: Widget; isNew?: boolean }) {
  const { t } = useTranslation("widgets");
  const navigate = useNavigate();
  const { titleOf } = useWidgetTitles();
  const [widget, setWidget] = useState(given);
  const [isTried, setTried] = useState(false);
  const save = useAct(async () => {
    await changeWidgets({ put: [widget] });
    sayDone(t("form.saved", { title: titleOf(widget) }));
    await navigate({ to: "/widgets", search: {} });
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWhole(widget)) void save.run();
  };
  return (
    <div className="og-grid" style={columns(380)}>
      <form noValidate className="og-card og-stack" style={{ padding: 16, alignSelf: "start" }} onSubmit={submit}>
        <WidgetFields widget={widget} isTried={isTried} onChange={setWidget} />
        <SizeField widget={widget} given={given} onChange={setWidget} />
        <FormFoot
          send={t("form.save")}
          isDisabled={false}
          form={{
            isDirty: widget !== given,
            isSending: save.isRunning || save.isDone,
            isDone: save.isDone,
            error: save.error,
          }}
          beside={
            isNew && (
              <Button
                variant="default"
                onClick={() => void navigate({ to: "/widgets/create/{-$slug}", search: {}, replace: true })}
              >
                {t("form.otherType")}
              </Button>
            )
          }
        />
      </form>
      <Preview widget={widget} />
    </div>
  );
}

interface SizeProps {
  widget: Widget;
  /** As it was opened: its own size can be kept. */
  given: Widget;
  onChange: (widget: Widget) => void;
}

function SizeField({ widget, given, onChange }: SizeProps) {
  const { t } = useTranslation("widgets");
  const usual = usualSizes[widget.type];
  const nameOf = ({ w, h }: Widget["size"]) =>
    sizeNames.find((_, index) => usual[index]?.w === w && usual[index].h === h);
  const hasOwn = nameOf(given.size) === undefined;
  return (
    <div className="og-close-stack">
      <Input.Label labelElement="div" id="widget-size">
        {t("form.size")}
      </Input.Label>
      <SegmentedControl
        aria-labelledby="widget-size"
        value={nameOf(widget.size) ?? "own"}
        data={[
          ...sizeNames.map((value) => ({ value: value as string, label: t(`form.${value}`) })),
          ...(hasOwn ? [{ value: "own", label: t("form.own") }] : []),
        ]}
        onChange={(value) => {
          const index = sizeNames.findIndex((one) => one === value);
          onChange({ ...widget, size: usual[index] ?? given.size });
        }}
      />
    </div>
  );
}

/** The widget as it will be, at its three sizes; the chosen one is marked. */
function Preview({ widget }: { widget: Widget }) {
  const { t } = useTranslation("widgets");
  const now = useTick();
  const available = useBoardColumns();
  if (!isWhole(widget)) return null;
  const usual = usualSizes[widget.type];
  const shown = usual.map((size, index) => ({ ...widget, id: sizeNames[index]!, size }));
  return (
    <section className="og-close-stack og-least" aria-label={t("form.preview")} style={{ gridColumn: "1 / -1" }}>
      <h2 className="og-title">{t("form.preview")}</h2>
      <Board widgets={shown} columns={available}>
        {(one, heightPx) => {
          const { w, h } = (one as unknown as Widget).size;
          return (
            <WidgetBox
              widget={one}
              now={now}
              heightPx={heightPx}
              isEdited={widget.size.w === w && widget.size.h === h}
            />
          );
        }}
      </Board>
    </section>
  );
}
