import { Checkbox, Input, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { outlooks, widgetLimits } from "@offgrid/contract/widgets/widget-types";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useTranslation } from "react-i18next";

import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import { ChartField } from "./chart-field.tsx";
import { FigureField } from "./figure-field.tsx";
import { PictureFields } from "./picture-fields.tsx";
import { ContainerField, PlaceField } from "./place-fields.tsx";

interface Props {
  widget: Widget;
  /** It was to be saved: what is missing is said. */
  isTried: boolean;
  onChange: (widget: Widget) => void;
}

/** Title, what a widget of this type shows, and whether it is on the dashboard too. */
export function WidgetFields({ widget, isTried, onChange }: Props) {
  const { t } = useTranslation("widgets");
  const { titleOf } = useWidgetTitles();
  return (
    <>
      <TextInput
        label={t("form.title")}
        description={t("form.titleWhy")}
        placeholder={titleOf({ ...widget, title: "" })}
        maxLength={widgetLimits.title}
        autoComplete="off"
        value={widget.title}
        onChange={(event) => onChange({ ...widget, title: event.currentTarget.value })}
      />
      <OwnFields widget={widget} isTried={isTried} onChange={onChange} />
      <Checkbox
        label={t("form.pinned")}
        checked={widget.pinned}
        onChange={(event) => onChange({ ...widget, pinned: event.currentTarget.checked })}
      />
    </>
  );
}

function OwnFields({ widget, isTried, onChange }: Props) {
  const { t } = useTranslation("widgets");
  const missing = (isMissing: boolean) => (isTried && isMissing ? t("form.needed") : undefined);
  switch (widget.type) {
    case "text":
      return (
        <Textarea
          label={t("form.text")}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={widgetLimits.text}
          error={missing(widget.text.trim() === "")}
          value={widget.text}
          onChange={(event) => onChange({ ...widget, text: event.currentTarget.value })}
        />
      );
    case "picture":
      return <PictureFields widget={widget} missing={missing} onChange={onChange} />;
    case "chart":
      return <ChartField widget={widget} missing={missing} onChange={onChange} />;
    case "kpi":
      return <FigureField widget={widget} missing={missing} onChange={onChange} />;
    case "outlook":
      return (
        <>
          <ContainerField widget={widget} missing={missing} onChange={onChange} />
          <div className="og-close-stack">
            <Input.Label labelElement="div" id="widget-shows">
              {t("form.shows")}
            </Input.Label>
            <SegmentedControl
              aria-labelledby="widget-shows"
              value={widget.shows}
              data={outlooks.map((value) => ({ value, label: t(`outlook.${value}`) }))}
              onChange={(shows) => onChange({ ...widget, shows })}
            />
          </div>
        </>
      );
    case "flow":
    case "weather":
      return <ContainerField widget={widget} missing={missing} onChange={onChange} />;
    default:
      return <PlaceField widget={widget} missing={missing} onChange={onChange} />;
  }
}
