import fc from "fast-check";
import { expect, test } from "vitest";

import {
  keepChat,
  type KeptChat,
  nextUnsent,
  nothingKept,
  readKept,
  sendDraft,
  withoutArrived,
  withoutMessage,
  withState,
} from "./kept-chat.ts";

const written = (text: string, kept: KeptChat = nothingKept): KeptChat => ({ ...kept, draft: { ...kept.draft, text } });

function aStorage(): Storage {
  const items = new Map<string, string>();
  const of = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return of as Storage;
}

test("an empty draft is not sent, and one that is sent leaves an empty one for the same readers", () => {
  expect(sendDraft(written(" \n"), "a").unsent).toEqual([]);
  const note = { ...nothingKept, draft: { text: " Look ", isInternal: true, mentions: ["salif"] } };
  const sent = sendDraft(note, "a");
  expect(sent.draft).toEqual({ text: "", isInternal: true, mentions: [] });
  expect(sent.unsent).toEqual([
    { clientId: "a", text: "Look", isInternal: true, mentions: ["salif"], state: "waiting" },
  ]);
});

test("what the customer reads mentions nobody, though the draft was a note before", () => {
  const turned = { ...nothingKept, draft: { text: "Look", isInternal: false, mentions: ["salif"] } };
  expect(sendDraft(turned, "a").unsent[0]?.mentions).toEqual([]);
});

test("on a link that loses what it likes, all messages arrive once and in the order in which they were written", () => {
  const outcomes = fc.array(fc.constantFrom("arrives", "lost", "answer lost"), { maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), outcomes, (count, tries) => {
      const storage = aStorage();
      let kept = nothingKept;
      for (let number = 0; number < count; number++) kept = sendDraft(written(`${number}`, kept), `id-${number}`);
      const portal: { clientId: string; text: string }[] = [];
      for (const outcome of [...tries, ...Array.from({ length: 2 * count }, () => "arrives")]) {
        // The page is loaded again between each two tries.
        keepChat(storage, "t", "amina", kept, 0);
        kept = withoutArrived(readKept(storage, "t", "amina", 1), outcome === "lost" ? [] : portal);
        const next = nextUnsent(kept);
        if (!next || outcome === "lost") continue;
        if (portal.every(({ clientId }) => clientId !== next.clientId)) portal.push(next);
        if (outcome === "arrives") kept = withoutMessage(kept, next.clientId);
      }
      expect(portal.map(({ text }) => text)).toEqual(Array.from({ length: count }, (_, number) => `${number}`));
      expect(nextUnsent(kept)).toBeUndefined();
    }),
  );
});

test("a message that is refused does not hold up the next one, and can be tried again", () => {
  const two = sendDraft(written("2", sendDraft(written("1"), "a")), "b");
  const refused = withState(two, "a", "refused");
  expect(nextUnsent(refused)?.clientId).toBe("b");
  expect(nextUnsent(withState(refused, "a", "waiting"))?.clientId).toBe("a");
});

test("what is kept is for whoever wrote it, in that ticket, and for a month", () => {
  const storage = aStorage();
  keepChat(storage, "t", "amina", written("Draft"), 0);
  expect(readKept(storage, "t", "amina", 1).draft.text).toBe("Draft");
  expect(readKept(storage, "t", "salif", 1)).toEqual(nothingKept);
  expect(readKept(storage, "u", "amina", 1)).toEqual(nothingKept);
  expect(readKept(storage, "t", "amina", 31 * 86_400_000)).toEqual(nothingKept);
  storage.setItem("ticket-chat-t", "{no JSON");
  expect(readKept(storage, "t", "amina", 1)).toEqual(nothingKept);
  keepChat(storage, "t", "amina", nothingKept, 0);
  expect(storage.getItem("ticket-chat-t")).toBeNull();
});
