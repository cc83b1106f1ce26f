import { Tabs } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { PartAway } from "../../../ui/part-away.tsx";
import { useArrived, whenIdle } from "../../../ui/use-arrived.ts";
import styles from "./container-tab-bar.module.css";
import { type ContainerTab, containerTabs } from "./container-tabs.ts";
import { fitTabs } from "./fit-tabs.ts";

export interface ContainerTabBarProps {
  open: ContainerTab;
  onOpen: (tab: ContainerTab) => void;
  /** Content of the open tab. */
  children: ReactNode;
}

/** Between two tabs, px; the stylesheet has it too. */
const gap = 4;

/** The tabs of a container in one row: what does not fit is in a menu at its end, the open one always in the row. */
export function ContainerTabBar({ open, onOpen, children }: ContainerTabBarProps) {
  const { t } = useTranslation("container");
  const row = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const { shown, rest } = useFittingTabs(containerTabs, open, row, measure);
  return (
    <Tabs
      value={open}
      onChange={(next) => onOpen(next as ContainerTab)}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <div className={`og-no-print ${styles.row}`} ref={row}>
        <Tabs.List className={styles.list} aria-label={t("tabs")}>
          {shown.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className={styles.tab}>
              {t(`tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {rest.length > 0 && <MoreTabs tabs={rest} onOpen={onOpen} />}
        {/* As wide as the tabs would be. Drawn by the stylesheet, so that nothing finds or reads their words twice. */}
        <div className={styles.measure} ref={measure} aria-hidden>
          {containerTabs.map((tab) => (
            <span key={tab} className={styles.tab} data-words={t(`tab.${tab}`)} />
          ))}
          <span className={styles.more} data-words={t("moreTabs")}>
            <IconChevronDown size={16} />
          </span>
        </div>
      </div>
      {containerTabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} pt={16}>
          {tab === open && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** What opens a menu is a lot of code, and nothing of the first picture waits for it. */
const menu = whenIdle(async () => (await import("./more-tabs.menu.ts")).Menu);

/** The tabs for which the row has no room. A click before the menu is there opens it as soon as it is. */
function MoreTabs({ tabs, onOpen }: { tabs: readonly ContainerTab[]; onOpen: (tab: ContainerTab) => void }) {
  const { t } = useTranslation("container");
  const button = useRef<HTMLButtonElement>(null);
  const [isAsked, setAsked] = useState(false);
  const arrived = useArrived(menu, button);
  const target = (
    <button ref={button} type="button" className={styles.more} {...(!arrived && { onClick: () => setAsked(true) })}>
      {t("moreTabs")}
      <IconChevronDown size={16} aria-hidden />
    </button>
  );
  if (!arrived)
    return (
      <>
        {target}
        {isAsked && <PartAway />}
      </>
    );
  const { Part: Menu } = arrived;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} defaultOpened={isAsked}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {tabs.map((tab) => (
          <Menu.Item key={tab} onClick={() => onOpen(tab)}>
            {t(`tab.${tab}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Measured {
  row: number;
  /** Of the tabs in their order, then of the button "More". */
  widths: readonly number[];
}

/** Measured before the first picture, and again whenever the row or its words change their width. */
function useFittingTabs(
  tabs: readonly ContainerTab[],
  open: ContainerTab,
  row: { readonly current: HTMLDivElement | null },
  measure: { readonly current: HTMLDivElement | null },
) {
  const [measured, setMeasured] = useState<Measured>();
  useLayoutEffect(() => {
    const [frame, words] = [row.current, measure.current];
    if (!frame || !words) return undefined;
    const read = () =>
      setMeasured({
        row: frame.clientWidth,
        widths: [...words.children].map((one) => one.getBoundingClientRect().width),
      });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(frame);
    observer.observe(words);
    return () => observer.disconnect();
  }, [tabs, row, measure]);
  if (measured?.widths.length !== tabs.length + 1) return { shown: tabs, rest: [] };
  const { widths } = measured;
  return fitTabs(tabs, open, {
    row: measured.row,
    widthOf: (tab) => widths[tabs.indexOf(tab)] ?? 0,
    more: widths.at(-1) ?? 0,
    gap,
  });
}
