import { Menu } from "@mantine/core";
import { IconBell, IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../../core/format.ts";
import { useLocale } from "../../../ui/use-locale.ts";
import type { Level, LineLevel } from "./level-at.ts";

/** A rule that begins at a point of a chart: of several lines whoever wants it says which. */
export function WarnItems({ containerId, levels }: { containerId: string; levels: readonly LineLevel[] }) {
  const { t } = useTranslation("charts");
  const [isOpen, setOpen] = useState(false);
  const [first, ...others] = levels;
  const rule = (level: LineLevel | undefined) => ({ container: containerId, ...(level && ruleOf(level)) });
  if (others.length === 0)
    return (
      <Menu.Item
        leftSection={<IconBell size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/warning/add" search={rule(first)} {...props} />}
      >
        {t(first ? "point.warnLevel" : "point.warn")}
      </Menu.Item>
    );
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <>
      <Menu.Item
        leftSection={<IconBell size={16} aria-hidden />}
        rightSection={<Chevron size={16} aria-hidden />}
        closeMenuOnClick={false}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t("point.warnLevel")}
      </Menu.Item>
      {isOpen &&
        levels.map((level) => (
          <Menu.Item
            key={level.id}
            ps={38}
            renderRoot={(props) => <Link to="/warning/add" search={rule(level)} {...props} />}
          >
            <LevelWords {...level} />
          </Menu.Item>
        ))}
    </>
  );
}

const ruleOf = ({ metric, level, type }: LineLevel): Level => ({ metric, level, type });

function LevelWords({ title, level, unit, type }: LineLevel) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  return t(`point.warnOf.${type}`, { title, level: formatQuantityText(level, unit, locale) });
}
