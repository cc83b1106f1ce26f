import { Button } from "@mantine/core";

import { FormFailure } from "../../ui/form-notes.tsx";
import { useAct } from "../../ui/use-act.ts";

interface Props {
  /** How many are unread, and as of when; absent: not known yet. */
  unread: { count: number; asOf: string } | undefined;
  /** Such as "Mark all 3 as read". */
  words: (count: number) => string;
  /** Marks what came until then. */
  onMark: (until: string) => Promise<unknown>;
}

/** Marks those as read that it counts: what comes meanwhile stays unread. */
export function AllRead({ unread, words, onMark }: Props) {
  const mark = useAct(onMark);
  if (!unread || unread.count === 0) return null;
  return (
    <>
      <FormFailure error={mark.error} />
      <Button variant="default" loading={mark.isRunning} onClick={() => void mark.run(unread.asOf)}>
        {words(unread.count)}
      </Button>
    </>
  );
}
