import { ActionIcon, Menu } from "@mantine/core";
import { knownWidget } from "@offgrid/contract/widgets/known-widget";
import { idOf } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget } from "@offgrid/contract/widgets/widgets.schema";
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsDiagonal,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconPencil,
  IconPin,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ComponentType, KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { useWidgetTitles } from "../../domain/widgets/use-widget-titles.ts";
import styles from "../../domain/widgets/widgets.module.css";

export interface TileActs {
  /** One place earlier or later. */
  onStep: (by: -1 | 1) => void;
  onResize: (by: { w?: number; h?: number }) => void;
  onPin: (pinned: boolean) => void;
  onRemove: () => void;
  onDrag: (isDragged: boolean) => void;
}

interface ToolsProps extends TileActs {
  widget: KeptWidget;
  isFirst: boolean;
  isLast: boolean;
}

/** What each key does that is pressed with Alt; with Shift, the size changes. */
const steps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Moves and sizes the widget in which a key is pressed. */
export function tileKeys({ onStep, onResize }: Pick<TileActs, "onStep" | "onResize">) {
  return (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    if (!event.shiftKey) onStep(by);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") onResize({ w: by });
    else onResize({ h: by });
  };
}

/** The handle of a widget and its menu. */
export function TileTools({ widget, isFirst, isLast, ...acts }: ToolsProps) {
  const { t } = useTranslation("widgets");
  const { titleOf } = useWidgetTitles();
  const id = idOf(widget);
  const known = knownWidget(widget);
  const stay = (Icon: ComponentType<{ size: number }> | undefined, key: StayKey, act: () => void, disabled = false) => (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={Icon && <Icon size={16} aria-hidden />}
      disabled={disabled}
      onClick={act}
    >
      {t(key)}
    </Menu.Item>
  );
  return (
    <span className="og-row og-tight og-fixed">
      <span
        className={styles.grip}
        draggable
        title={t("drag")}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", id);
          acts.onDrag(true);
        }}
        onDragEnd={() => acts.onDrag(false)}
      >
        <IconGripVertical size={18} aria-hidden />
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={28} aria-label={t("tools", { title: titleOf(widget) })} data-tools>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {stay(IconArrowLeft, "earlier", () => acts.onStep(-1), isFirst)}
          {stay(IconArrowRight, "later", () => acts.onStep(1), isLast)}
          {known && (
            <>
              {stay(undefined, "wider", () => acts.onResize({ w: 1 }))}
              {stay(undefined, "narrower", () => acts.onResize({ w: -1 }))}
              {stay(undefined, "taller", () => acts.onResize({ h: 1 }))}
              {stay(undefined, "lower", () => acts.onResize({ h: -1 }))}
              <Menu.Divider />
              <WidgetLinks id={id} />
              <Menu.Item leftSection={<IconPin size={16} aria-hidden />} onClick={() => acts.onPin(!known.pinned)}>
                {t(known.pinned ? "unpin" : "pin")}
              </Menu.Item>
            </>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={acts.onRemove}>
            {t("remove")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

type StayKey = "earlier" | "later" | "wider" | "narrower" | "taller" | "lower";

/** Where a widget is shown alone, changed and copied. */
function WidgetLinks({ id }: { id: string }) {
  const { t } = useTranslation("widgets");
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowsDiagonal size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/widgets/$slug" params={{ slug: id }} search={{}} {...props} />}
      >
        {t("open")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/widgets/create/{-$slug}" params={{ slug: id }} search={{}} {...props} />}
      >
        {t("change")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={16} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/widgets/create/{-$slug}" params={{ slug: id }} search={{ copy: "yes" }} {...props} />
        )}
      >
        {t("copy")}
      </Menu.Item>
    </>
  );
}
