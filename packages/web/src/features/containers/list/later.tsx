import { Button } from "@mantine/core";
import { IconBookmark, IconColumns3 } from "@tabler/icons-react";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import type { ColumnChooserProps } from "./column-chooser.tsx";
import type { GroupDialogProps } from "./group-dialog.tsx";
import { isView } from "./saved-views.ts";
import type { ViewMenuProps } from "./view-menu.tsx";

/** Parts of the list that are loaded when they are first wanted: its menus and dialogs. */

const LaterGroup = lazy(() =>
  loadChunk(() => import("./group-dialog.tsx")).then((part) => ({ default: part.GroupDialog })),
);
const LaterViews = lazy(() => loadChunk(() => import("./view-menu.tsx")).then((part) => ({ default: part.ViewMenu })));
const LaterColumns = lazy(() =>
  loadChunk(() => import("./column-chooser.tsx")).then((part) => ({ default: part.ColumnChooser })),
);

export function GroupDialog(props: GroupDialogProps) {
  return (
    <Suspense>
      <LaterGroup {...props} />
    </Suspense>
  );
}

export function ViewMenu(props: ViewMenuProps) {
  const { t } = useTranslation("containers");
  const { views, query } = props;
  const shown = views.find((view) => isView(view, query));
  return (
    <OncePressed label={shown?.name ?? t("views.open")} icon={<IconBookmark size={16} aria-hidden />}>
      <LaterViews {...props} />
    </OncePressed>
  );
}

export function ColumnChooser(props: ColumnChooserProps) {
  const { t } = useTranslation("containers");
  return (
    <OncePressed label={t("columns.open")} icon={<IconColumns3 size={16} aria-hidden />}>
      <LaterColumns {...props} />
    </OncePressed>
  );
}

/** A button in the place of a menu that has one like it, until it is pressed. */
function OncePressed({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  const [isPressed, setPressed] = useState(false);
  const button = (
    <Button
      variant="default"
      title={label}
      leftSection={icon}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setPressed(true)}
    >
      {label}
    </Button>
  );
  return isPressed ? <Suspense fallback={button}>{children}</Suspense> : button;
}
