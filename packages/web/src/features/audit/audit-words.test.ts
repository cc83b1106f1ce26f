import { calls } from "@offgrid/contract/registry";
import { refusals } from "@offgrid/contract/core/refusal";
import { expect, test } from "vitest";

import shared from "../../core/i18n/shared.en.json" with { type: "json" };
import texts from "./audit.en.json" with { type: "json" };
import {
  actionWords,
  doneWords,
  menuWords,
  nameIn,
  nameWords,
  outcomeOf,
  refusalWords,
  secretWords,
  undoingKey,
} from "./audit-words.ts";

const catalogue: Record<string, unknown> = { ...texts, "shared:refusal": shared.refusal };
const say = (key: string, { defaultValue }: { defaultValue: string }) => {
  const found = key.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], catalogue);
  return typeof found === "string" ? found : defaultValue;
};

test("every call, and every event without a call, has a text", () => {
  expect(Object.keys(texts.did).toSorted()).toEqual(
    [
      ...Object.keys(calls),
      ...["login_alert", "evidence_frozen", "ticket_mail_in"],
      // Of the server's command line.
      ...["backup_restored", "containers_imported", "correction_undone", "person_erased", "test_mail"],
    ].toSorted(),
  );
  expect(actionWords(say, "removeUser")).toBe("Remove a person");
});

test("what took back a mute or a favorite says so", () => {
  expect(doneWords(say, { action: "incidentMute", after: { hours: 0 } })).toBe("Get messages of the incident again");
  expect(doneWords(say, { action: "warningMute", after: { warningId: "w", hours: 0 } })).toBe(
    "Get messages of the warning again",
  );
  expect(doneWords(say, { action: "incidentMute", after: { hours: 8 } })).toBe("Mute an incident");
  expect(doneWords(say, { action: "favoriteSet", after: { favorite: false } })).toBe("Remove a favorite");
  // As an older portal wrote it.
  expect(doneWords(say, { action: "favoriteSet", after: null })).toBe("Mark a favorite");
  expect(undoingKey({ action: "incidentMute", after: { hours: 0 } })).toBe("hours");
  expect(undoingKey({ action: "setSyncConfig", after: { hours: 0 } })).toBeUndefined();
});

test("every refusal has a text, also one that the caller does not learn of", () => {
  for (const code of [...Object.keys(refusals), "foreign_user_id"]) expect(refusalWords(say, code)).not.toBe(code);
});

test("an error of the portal itself is shown as a failure, not as a refusal", () => {
  expect(texts[outcomeOf("internal")]).toBe("Failed");
  expect(texts[outcomeOf("forbidden")]).toBe("Refused");
  expect(texts.result_ok).toBe("Accepted");
});

test("what an older portal wrote is shown as it is", () => {
  expect(actionWords(say, "openTheDoor")).toBe("openTheDoor");
  expect(refusalWords(say, "no_door")).toBe("no_door");
});

test("names are shown in words, from the catalogue of their feature or of the audit", () => {
  const ofTickets = (key: string, { defaultValue }: { defaultValue: string }) =>
    key === "tickets:statuses.Inprogress" ? "In progress" : say(key, { defaultValue });
  expect(nameWords(ofTickets, "tickets:statuses", "Inprogress")).toBe("In progress");
  expect(nameWords(say, "audit:valueOf.result", "day_limit")).toBe("too many tests today");
  expect(nameWords(say, "audit:valueOf.result", "by_pigeon")).toBe("by_pigeon");
  expect(menuWords(say, "there_is_none")).toBe("there_is_none");
});

test("of a secret it is said that there is one, after where it goes to", () => {
  const said = ["(new)", "sms.example.org (set)", "sms.example.org"].map((value) => secretWords(say, value));
  expect(said).toEqual(["(new)", "sms.example.org (unchanged)", "sms.example.org"]);
});

test("an id that is a word of the language has no name unless somebody has it", () => {
  for (const id of ["constructor", "toString", "__proto__"]) {
    expect(nameIn({}, id)).toBeUndefined();
    expect(nameIn(JSON.parse(`{"${id}":"Gao"}`) as Record<string, string>, id)).toBe("Gao");
  }
});
