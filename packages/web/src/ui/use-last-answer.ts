import { useState } from "react";

import type { Pending } from "./async.tsx";

interface Answered<Question, Data> {
  question: Question;
  answer: Data;
}

/**
 * Answers with the questions that they belong to. While the answer to another question is on its way, the last pair
 * stays, so that another period does not clear the picture; if it fails, the failure is shown and nothing else.
 * @param about What the question is about: nothing stays when that changes.
 */
export function useLastAnswer<Question, Data>(
  question: Question,
  pending: Pending<Data>,
  about = "",
): Pending<Answered<Question, Data>> {
  const [kept, setKept] = useState<Answered<Question, Data> & { about: string }>();
  const { data } = pending;
  // A question that is written again as it was, as with each tick, is the same one.
  const isNew = kept?.answer !== data || JSON.stringify(kept?.question) !== JSON.stringify(question);
  if (data !== undefined && isNew) setKept({ question, answer: data, about });
  const isWaiting = data === undefined && !pending.error;
  const last = kept?.about === about ? kept : undefined;
  const now = data === undefined ? undefined : isNew ? { question, answer: data } : last;
  return {
    ...pending,
    data: isWaiting ? last : now,
    isFetching: pending.isFetching || (isWaiting && last !== undefined),
  };
}
