import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { NoSuchIncident } from "./no-such-incident.tsx";
import { useAllReadWords } from "./all-read-words.ts";

test("an incident that is not there says so and leads back to the list, instead of asking again", async () => {
  await loadTexts("warning-history", "ui", "shared");
  for (const look of looks.slice(0, 2)) {
    const onClose = vi.fn();
    await render(() => <NoSuchIncident onClose={onClose} />, look);
    await expect.element(page.getByText(say("warning-history:incident.gone"), { exact: true })).toBeVisible();
    expect(page.getByRole("button", { name: say("ui:async.retry") }).elements()).toEqual([]);
    await expectFittingWords();
    await expectAccessible();
    await page.getByRole("button", { name: say("warning-history:incident.goneList"), exact: true }).click();
    expect(onClose).toHaveBeenCalledOnce();
  }
});

test("what is marked as read is named by the lists that show it", async () => {
  await loadTexts("warning-history", "ui", "shared");
  function Words() {
    const words = useAllReadWords();
    const all = [
      { count: 10, incidents: 3, reports: 6, personal: 1 },
      { count: 1, incidents: 1, reports: 0, personal: 0 },
      // As an answer was before it had them apart.
      { count: 12 },
    ];
    return (
      <ul>
        {all.map((unread) => (
          <li key={unread.count}>{words(unread)}</li>
        ))}
      </ul>
    );
  }
  const said = () =>
    page
      .getByRole("listitem")
      .elements()
      .map((one) => one.textContent?.replaceAll(/\s/g, " "));
  await render(() => <Words />);
  await expect
    .poll(said)
    .toEqual([
      "Mark 3 incidents, 6 reports and 1 notice to you as read",
      "Mark 1 incident as read",
      "Mark 12 warnings as read",
    ]);
  await render(() => <Words />, { language: "fr" });
  await expect
    .poll(said)
    .toEqual([
      "Marquer comme lus : 3 incidents, 6 signalements et 1 message pour vous",
      "Marquer comme lu : 1 incident",
      "Marquer comme lus : 12 alertes",
    ]);
});
