import { calls } from "@offgrid/contract/registry";
import { refusals } from "@offgrid/contract/core/refusal";
import { expect, test } from "vitest";

import shared from "../../core/i18n/shared.en.json" with { type: "json" };
import texts from "./audit.en.json" with { type: "json" };
import { actionWords, keyWords, nameIn, outcomeOf, refusalWords, valueWords } from "./audit-words.ts";

const catalogue: Record<string, unknown> = { ...texts, "shared:refusal": shared.refusal };
const say = (key: string, { defaultValue }: { defaultValue: string }) => {
  const [group, name] = [key.slice(0, key.indexOf(".")), key.slice(key.indexOf(".") + 1)];
  return (catalogue[group] as Record<string, string>)[name] ?? defaultValue;
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
  expect(keyWords(say, "door")).toBe("door");
  expect(refusalWords(say, "no_door")).toBe("no_door");
});

test("values are shown in readable words", () => {
  const values = ["true", "false", "", "ada"].map((value) => valueWords(say, "disabled", value));
  expect(values).toEqual(["yes", "no", "—", "ada"]);
  expect(["true", "false"].map((value) => valueWords(say, "on", value))).toEqual(["on", "off"]);
  expect(["halted", "elsewhere"].map((value) => valueWords(say, "state", value))).toEqual(["halted", "elsewhere"]);
});

test("an id that is a word of the language has no name unless somebody has it", () => {
  for (const id of ["constructor", "toString", "__proto__"]) {
    expect(nameIn({}, id)).toBeUndefined();
    expect(nameIn(JSON.parse(`{"${id}":"Gao"}`) as Record<string, string>, id)).toBe("Gao");
  }
});
