import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeContainer, fakeEnergy, fakeNowMs } from "../../../domain/containers/container-row.fake.ts";
import { answerCalls } from "../../../testing/answer-calls.ts";
import { renderPages } from "../../../testing/pages.tsx";
import { CompareNow } from "./compare-now.tsx";

test("whoever is worst off now stands first, in whatever order they were chosen", async () => {
  await loadTexts("containers");
  const fine = fakeContainer({ name: "Gao" });
  const cut = fakeContainer({ name: "Sahel", energy: fakeEnergy("cut") });
  answerCalls({ getSitesV2: () => new Promise(() => {}) });
  const compared = () => <CompareNow containers={[fine, cut]} now={fakeNowMs} />;
  await renderPages([{ path: "/compare", page: compared }], ["/compare"]);
  const names = () =>
    page
      .getByRole("columnheader")
      .elements()
      .map(({ textContent }) => textContent)
      .slice(1);
  await expect.poll(names).toEqual(["Sahel", "Gao"]);
});
