import { Button } from "@mantine/core";
import { IconBookmark, IconColumns3 } from "@tabler/icons-react";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { useTranslation } from "react-i18next";

import { loadChunk } from "../../../core/chunk.ts";
import type { ColumnChooserProps } from "./column-chooser.tsx";
import type { GroupDialogProps } from "./group-dialog.tsx";
import { isView } from "./saved-views.ts";
import { StateButton } from "./state-button.tsx";
import type { StateMenuProps } from "./state-menu.tsx";
import type { ViewMenuProps } from "./view-menu.tsx";

/** Parts of the list that are loaded when they are first wanted: its menus and dialogs. */

const LaterGroup = lazy(() =>
  loadChunk(() => import("./group-dialog.tsx")).then((part) => ({ default: part.GroupDialog })),
);
const LaterViews = lazy(() => loadChunk(() => import("./view-menu.tsx")).then((part) => ({ default: part.ViewMenu })));
const LaterColumns = lazy(() =>
  loadChunk(() => import("./column-chooser.tsx")).then((part) => ({ default: part.ColumnChooser })),
);
const LaterStates = lazy(() =>
  loadChunk(() => import("./state-menu.tsx")).then((part) => ({ default: part.StateMenu })),
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
    <OncePressed menu={<LaterViews {...props} />}>
      {(press) => <MenuButton label={shown?.name ?? t("views.open")} Icon={IconBookmark} {...press} />}
    </OncePressed>
  );
}

export function ColumnChooser(props: ColumnChooserProps) {
  const { t } = useTranslation("containers");
  return (
    <OncePressed menu={<LaterColumns {...props} />}>
      {(press) => <MenuButton label={t("columns.open")} Icon={IconColumns3} {...press} />}
    </OncePressed>
  );
}

export function StateMenu(props: StateMenuProps) {
  const { query, counts, total } = props;
  return (
    <OncePressed menu={<LaterStates {...props} />}>
      {(press) => <StateButton {...{ query, counts, total }} {...press} />}
    </OncePressed>
  );
}

/** What a button has that stands in the place of one which opens a menu. */
interface Press {
  "aria-haspopup": "dialog";
  "aria-expanded": false;
  onClick: () => void;
}

/** A button in the place of a menu that has one like it, until it is pressed. */
function OncePressed({ menu, children }: { menu: ReactNode; children: (press: Press) => ReactNode }) {
  const [isPressed, setPressed] = useState(false);
  const button = children({ "aria-haspopup": "dialog", "aria-expanded": false, onClick: () => setPressed(true) });
  return isPressed ? <Suspense fallback={button}>{menu}</Suspense> : button;
}

function MenuButton({ label, Icon, ...press }: Press & { label: string; Icon: typeof IconBookmark }) {
  return (
    <Button variant="default" title={label} leftSection={<Icon size={16} aria-hidden />} {...press}>
      {label}
    </Button>
  );
}
