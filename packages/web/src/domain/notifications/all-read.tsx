import { Button } from "@mantine/core";

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
  const mark = useAct(onMark);
  if (!unread || unread.count === 0) return null;
  return (
    <>
      <FormFailure error={mark.error} />
      <Button variant="default" loading={mark.isRunning} onClick={() => void mark.run(unread.asOf)}>
        {words(unread)}
      </Button>
    </>
  );
}
