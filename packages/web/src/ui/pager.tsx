import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatCount } from "../core/format.ts";
import styles from "./pager.module.css";
import { useLocale } from "./use-locale.ts";

export interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  /** There are more than `total` says. */
  isMore?: boolean;
  /** Which things the rows of this page hold, from 1, where those are counted; absent: the rows themselves. */
  held?: { from: number; to: number; total: number } | undefined;
  onPage: (page: number) => void;
}

/** Which part of a long list is shown, and the ways to the parts beside it. */
export function Pager({ page, pageSize, total, isMore = false, held, onPage }: PagerProps) {
  const { t } = useTranslation("ui");
  const locale = useLocale();
  const last = Math.max(1, Math.ceil(total / pageSize));
  const count = (value: number) => formatCount(value, locale);
  return (
    <nav className={styles.pager} aria-label={t("pager.label")}>
      <output>
        {t(isMore ? "pager.shownOfMore" : "pager.shown", {
          from: count(held?.from ?? Math.min(total, (page - 1) * pageSize + 1)),
          to: count(held?.to ?? Math.min(total, page * pageSize)),
          total: count(held?.total ?? total),
        })}
      </output>
      {last > 1 && (
        <div className="og-wrap">
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            disabled={page <= 1}
            onClick={() => onPage(Math.min(page - 1, last))}
          >
            {t("pager.before")}
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden />}
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          >
            {t("pager.after")}
          </Button>
        </div>
      )}
    </nav>
  );
}
