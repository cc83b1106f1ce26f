import { Button } from "@mantine/core";
import { useId } from "react";

import { AwayReason, useAwayActs } from "../../ui/away-acts.tsx";
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
  const id = useId();
  const mark = useAct(onMark);
  const unlessAway = useAwayActs(id);
  if (!unread || unread.count === 0) return null;
  return (
    <>
      <FormFailure error={mark.error} />
      <Button variant="default" loading={mark.isRunning} {...unlessAway(() => void mark.run(unread.asOf))}>
        {words(unread)}
      </Button>
      <AwayReason id={id} />
    </>
  );
}
