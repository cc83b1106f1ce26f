import { Notifications } from "@mantine/notifications";
import i18next from "i18next";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { sayAcknowledged, withdraw } from "./say-acknowledged.ts";

test("whoever takes back at once what they acknowledged reads the one or the other, and of another incident still what was said", async () => {
  await loadTexts("incidents");
  await render(() => <Notifications limit={5} />);
  const t = i18next.getFixedT(null, "incidents");
  const it = (name: string) => ({ name, withdraw: () => Promise.resolve() });
  const said = () =>
    page
      .getByRole("status")
      .elements()
      .map((one) => one.textContent);
  const done = (name: string) => expect.stringContaining(say("incidents:acknowledge.done", { name }));
  sayAcknowledged(t, it("Door open"));
  sayAcknowledged(t, it("Charge low"));
  await expect.poll(said).toEqual(expect.arrayContaining([done("Door open"), done("Charge low")]));
  await withdraw(t, it("Charge low"));
  const withdrawn = expect.stringContaining(say("incidents:acknowledge.withdrawn", { name: "Charge low" }));
  await expect.poll(() => said().toSorted()).toEqual([done("Door open"), withdrawn]);
});
