import { Button, Menu } from "@mantine/core";
import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useAwayActs } from "../../ui/away-acts.tsx";

import type { MuteHours } from "./history.data.ts";

export interface MuteMenuProps {
  /** What is muted, for who does not see beside what it stands. */
  label: string;
  size?: "xs" | "sm";
  onMute: (hours: MuteHours) => void;
}

/** For how long there are no messages of something: nothing is muted until one of these is chosen. */
export function MuteMenu({ label, size = "sm", onMute }: MuteMenuProps) {
  const { t } = useTranslation("warning-history");
  // The menu opens by itself where its button does nothing of its own.
  const { onClick: stay, ...away } = useAwayActs()(() => {});
  const isAway = "aria-disabled" in away;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} disabled={isAway}>
      <Menu.Target>
        <Button
          variant="default"
          size={size}
          {...(size === "xs" && { px: 8 })}
          aria-label={label}
          {...away}
          {...(isAway && { onClick: stay })}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t("acts.mute")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {warningLimits.muteHours.map((hours) => (
          <Menu.Item key={hours} onClick={() => onMute(hours)}>
            {t("acts.muteFor", { count: hours })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
