import { Button, FileButton, TextInput } from "@mantine/core";
import { avatarLimitBytes } from "@offgrid/contract/core/constants";
import { pictureTypes } from "@offgrid/contract/core/picture-type";
import { widgetLimits, widgetPicturePx } from "@offgrid/contract/widgets/widget-types";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ApiError } from "../../core/api/api-error.ts";
import { call } from "../../core/api/call.ts";
import { toBase64 } from "../../core/base64.ts";
import { plainPicture } from "../../domain/pictures/plain-picture.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";

type PictureWidget = Extract<Widget, { type: "picture" }>;

interface Props {
  widget: PictureWidget;
  missing: (isMissing: boolean) => string | undefined;
  onChange: (widget: Widget) => void;
}

/** As large as a wall can show. */
const bounds = { longestPx: widgetPicturePx, bytes: avatarLimitBytes };

/** The picture itself, and words for those who do not see it. */
export function PictureFields({ widget, missing, onChange }: Props) {
  const { t } = useTranslation("widgets");
  const [isUnreadable, setUnreadable] = useState(false);
  const latest = useRef(widget);
  // Words may be written while the picture is on its way.
  useLayoutEffect(() => {
    latest.current = widget;
  });
  const resetChoice = useRef<() => void>(null);
  const save = useAct(async (file: File) => {
    const plain = await plainPicture(file, bounds);
    setUnreadable(!plain);
    if (!plain) return;
    const { data } = await call("widgetPictureSave", { picture: await toBase64(plain) });
    onChange({ ...latest.current, picture: data.id });
  });
  const choose = (file: File | null) => {
    // So that the same file can be chosen again.
    resetChoice.current?.();
    if (file) void save.run(file);
  };
  const isFull = save.error instanceof ApiError && save.error.code === "too_large";
  const fault = isUnreadable
    ? t("form.pictureUnreadable")
    : isFull
      ? t("form.picturesFull", { count: widgetLimits.pictures })
      : missing(widget.picture === "");
  return (
    <>
      <div className="og-close-stack">
        <FileButton
          resetRef={resetChoice}
          accept={pictureTypes.join(",")}
          onChange={choose}
          inputProps={{ "aria-label": t("form.pictureFile"), tabIndex: -1 }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={save.isRunning} style={{ alignSelf: "start" }}>
              {widget.picture === "" ? t("form.pictureChoose") : t("form.pictureChange")}
            </Button>
          )}
        </FileButton>
        <p className="og-note og-flush">{t("form.pictureWhy")}</p>
        {fault !== undefined && (
          <p className="og-flush" role="alert" style={{ color: "var(--og-danger)" }}>
            {fault}
          </p>
        )}
        {!isFull && <FormFailure error={save.error} />}
      </div>
      <TextInput
        label={t("form.alt")}
        description={t("form.altWhy")}
        maxLength={widgetLimits.alt}
        autoComplete="off"
        error={missing(widget.alt.trim() === "")}
        value={widget.alt}
        onChange={(event) => onChange({ ...widget, alt: event.currentTarget.value })}
      />
    </>
  );
}
