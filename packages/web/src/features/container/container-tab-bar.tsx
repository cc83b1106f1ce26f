import { Tabs } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import styles from "./container-tab-bar.module.css";
import { type ContainerTab, containerTabs } from "./container-tabs.ts";

export interface ContainerTabBarProps {
  open: ContainerTab;
  onOpen: (tab: ContainerTab) => void;
  /** Content of the open tab. */
  children: ReactNode;
}

/** The tabs of a container as a strip that scrolls and keeps the open one in view. */
export function ContainerTabBar({ open, onOpen, children }: ContainerTabBarProps) {
  const { t } = useTranslation("container");
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>("[aria-selected='true']");
    if (!strip.current || !tab) return;
    strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <Tabs
      value={open}
      onChange={(next) => onOpen(next as ContainerTab)}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <div className={styles.frame} ref={strip}>
        <Tabs.List className={styles.list} aria-label={t("tabs")}>
          {containerTabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} className={styles.tab}>
              {t(`tab.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {containerTabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab} className={styles.panel}>
          {tab === open && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
