import { expect, test } from "vitest";

import { keptDraft, readDraft, stepToShow, toRegistration } from "./draft.ts";

const typed = {
  serialNumber: "OG-7",
  name: "Saint-Élie",
  latitude: "4,82",
  longitude: "-53.28",
  users: '[{"id":"u1","name":"Amina"}]',
  sim: '{"operator":"MTN","bundleMb":"500","renewalDay":"10"}',
};

test("what was typed is kept and read again, without what is empty", () => {
  const draft = readDraft(typed);
  expect(draft).toMatchObject({ name: "Saint-Élie", uuid: "", users: [{ id: "u1", name: "Amina" }] });
  expect(keptDraft(draft)).toEqual(typed);
  expect(keptDraft(readDraft(null))).toBeNull();
});

test("people that cannot be read are nobody", () => {
  for (const users of ["{", "7", '[{"id":3}]', "[null]"]) expect(readDraft({ users }).users).toEqual([]);
});

test("a card that cannot be read is none", () => {
  for (const sim of ["{", "7", "null", '{"operator":3}']) expect(readDraft({ sim }).sim.operator).toBe("");
});

test("a step opens once those before it are filled in, and a draft goes on where it was left", () => {
  expect(stepToShow(readDraft({}), "review")).toBe("device");
  expect(stepToShow(readDraft({ serialNumber: "OG-7" }), undefined)).toBe("name");
  expect(stepToShow(readDraft({ serialNumber: "OG-7" }), "place")).toBe("name");
  expect(stepToShow(readDraft(typed), undefined)).toBe("review");
  expect(stepToShow(readDraft(typed), "place")).toBe("place");
});

test("the registration holds what was typed and nothing that was not", () => {
  expect(toRegistration(readDraft(typed))).toEqual({
    serialNumber: "OG-7",
    name: "Saint-Élie",
    location: { lat: 4.82, long: -53.28 },
    simCard: {
      ...{ operator: "MTN", iccid: null, phone: null, apn: null, bundleMb: 500, renewalDay: 10, expiresOn: null },
      ...{ pricePerMb: null, currency: null, note: null },
    },
    users: ["u1"],
  });
  expect(toRegistration(readDraft({ serialNumber: "1", name: "A", latitude: "4" }))).toEqual({
    serialNumber: "1",
    name: "A",
    users: [],
  });
});
