import { Button, Menu } from "@mantine/core";
import { warningLimits } from "@offgrid/contract/warnings/warning-types";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

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
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size={size}
          {...(size === "xs" && { px: 8 })}
          aria-label={label}
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
