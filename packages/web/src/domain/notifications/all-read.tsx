import { Button } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { useLinkState } from "../../core/live/live.ts";
import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";

interface Props<Unread> {
  /** How many are unread, and as of when; absent: not known yet. */
  unread: Unread | undefined;
  /** What is marked, such as "Mark 3 events as read". */
  words: (unread: Unread) => string;
  /** Marks what came until then. */
  onMark: (until: string) => Promise<unknown>;
}

/** Marks those as read that it counts: what comes meanwhile stays unread. */
export function AllRead<Unread extends { count: number; asOf: string }>({ unread, words, onMark }: Props<Unread>) {
  const { t } = useTranslation();
  const id = useId();
  const mark = useAct(onMark);
  const isAway = useLinkState() === "offline";
  if (!unread || unread.count === 0) return null;
  return (
    <>
      <FormFailure error={mark.error} />
      <Button
        variant="default"
        loading={mark.isRunning}
        // Not `disabled`: the focus stays where it is, and the reason can be read.
        aria-disabled={isAway || undefined}
        data-disabled={isAway || undefined}
        aria-describedby={isAway ? id : undefined}
        onClick={() => !isAway && void mark.run(unread.asOf)}
      >
        {words(unread)}
      </Button>
      {isAway && (
        <span className="og-note" id={id}>
          {t("error.away_act")}
        </span>
      )}
    </>
  );
}
