import fc from "fast-check";
import { expect, test } from "vitest";

import {
  filesLeft,
  type FileToSend,
  keepChat,
  type KeptChat,
  nextUnsent,
  noDraft,
  nothingKept,
  readKept,
  sendDraft,
  withFile,
  withFiles,
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

test("what was sent stays in sight until the chat shows it, is not sent again, and is forgotten after a day", () => {
  const storage = aStorage();
  const sent = withState(sendDraft(written("Look"), "a"), "a", "sent");
  expect(nextUnsent(sent)).toBeUndefined();
  keepChat(storage, "t", "amina", sent, 1);
  expect(readKept(storage, "t", "amina", 2).unsent[0]?.state).toBe("sent");
  expect(withoutArrived(sent, [{ clientId: "a" }]).unsent).toEqual([]);
  expect(readKept(storage, "t", "amina", 86_400_001).unsent).toEqual([]);
});

test("an empty draft is not sent, and one that is sent leaves an empty one for the same readers", () => {
  expect(sendDraft(written(" \n"), "a").unsent).toEqual([]);
  const note = { ...nothingKept, draft: { ...noDraft, text: " Look ", isInternal: true, mentions: ["salif"] } };
  const sent = sendDraft(note, "a");
  expect(sent.draft).toEqual({ text: "", isInternal: true, mentions: [], files: [] });
  expect(sent.unsent).toEqual([
    { clientId: "a", text: "Look", isInternal: true, mentions: ["salif"], files: [], state: "waiting" },
  ]);
});

test("what the customer reads mentions nobody, though the draft was a note before", () => {
  const turned = { ...nothingKept, draft: { ...noDraft, text: "Look", mentions: ["salif"] } };
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

const aFile = (clientId: string): FileToSend => ({ clientId, name: `${clientId}.txt`, type: "text/plain", bytes: 4 });

test("files alone are a message, which has five at most and keeps them when the page is loaded again", () => {
  const six = ["a", "b", "c", "d", "e", "f"].map(aFile);
  const sent = sendDraft(six.reduce(withFile, nothingKept), "m");
  expect(sent.draft.files).toEqual([]);
  expect(sent.unsent[0]).toMatchObject({ text: "", files: six.slice(0, 5) });
  const uploaded = withFiles(sent, "m", (one) => (one.clientId === "b" ? { ...one, fileId: "id-b" } : one));
  const storage = aStorage();
  keepChat(storage, "t", "amina", uploaded, 0);
  expect(readKept(storage, "t", "amina", 1).unsent[0]?.files[1]?.fileId).toBe("id-b");
  keepChat(storage, "t", "amina", withFile(nothingKept, aFile("a")), 0);
  expect(readKept(storage, "t", "amina", 1).draft.files).toEqual([aFile("a")]);
});

test("files are forgotten once their message has arrived, is given up, or goes without them", () => {
  const draft = withFile(withFile(nothingKept, aFile("a")), aFile("b"));
  expect(filesLeft(draft, { ...draft, draft: { ...draft.draft, files: [aFile("b")] } })).toEqual(["a"]);
  const sent = sendDraft(draft, "m");
  expect(filesLeft(draft, sent)).toEqual([]);
  expect(filesLeft(sent, withoutArrived(sent, [{ clientId: "m" }]))).toEqual(["a", "b"]);
});
