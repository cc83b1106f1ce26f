import type { SimCard } from "@offgrid/contract/sim-cards/sim-card-rules";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import type { DataBudget } from "../../../domain/sim-cards/sim-cards.data.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, readText, render, say } from "../../../testing/render.tsx";
import { DataBudgetSection } from "./data-budget.tsx";
import { SimCardForm } from "./sim-card.form.tsx";
import { SimCardFacts } from "./sim-card.sections.tsx";

const card: SimCard = {
  ...{ operator: "Safaricom", iccid: "8925402100012345676", phone: "+254712345678", apn: "internet" },
  ...{ bundleMb: 500, renewalDay: 10, expiresOn: "2027-03-31", pricePerMb: 0.05, currency: "KES", note: null },
};
const mb = 1_000_000;
const now = Date.UTC(2026, 10, 20, 12);
const budget: DataBudget = {
  ...{ state: "on_track", from: "2026-11-10", until: "2026-12-10", daysLeft: 20, usedBytes: 310 * mb },
  ...{ countedSince: null, countedAt: "2026-11-20T11:59:30Z", bundleBytes: 500 * mb, leftBytes: 190 * mb },
  ...{ perDayBytes: 8 * mb, projectedBytes: 470 * mb, exceededOn: null, cost: 15.5 },
};
const field = (name: string) => page.getByLabelText(say(`sim-card:field.${name}`), { exact: true });

test("a card that is typed is saved as it is printed, and what is wrong is named beside its field", async () => {
  await loadTexts("sim-card", "ui");
  const saved: (SimCard | null)[] = [];
  const onSave = async (next: SimCard | null) => void saved.push(next);
  for (const look of looks) {
    saved.length = 0;
    await render(() => <SimCardForm card={card} onSave={onSave} />, look);
    await userEvent.fill(field("iccid"), "8925402100012345675");
    await userEvent.fill(field("renewalDay"), "");
    await page.getByRole("button", { name: say("sim-card:save") }).click();
    await expect.element(page.getByText(readText("sim-card:fault.iccid_check"))).toBeVisible();
    await expect.element(page.getByText(readText("sim-card:fault.renewal_missing"))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("iccid"), "8925 4021 0008 7654 325");
    await userEvent.fill(field("renewalDay"), "1");
    await page.getByRole("button", { name: say("sim-card:save") }).click();
    await expect.poll(() => saved).toEqual([{ ...card, iccid: "8925402100087654325", renewalDay: 1 }]);
  }
});

test("a record is removed after a question", async () => {
  await loadTexts("sim-card", "ui");
  const saved: (SimCard | null)[] = [];
  await render(() => <SimCardForm card={card} onSave={async (next) => void saved.push(next)} />);
  await page.getByRole("button", { name: say("sim-card:remove") }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent(readText("sim-card:removeText"));
  await dialog.getByRole("button", { name: say("sim-card:remove") }).click();
  await expect.poll(() => saved).toEqual([null]);
});

test("the use of data is said with its share, its pace and its age, and as not known where nothing was counted", async () => {
  await loadTexts("sim-card", "ui");
  const never: DataBudget = {
    ...budget,
    ...{ state: "unknown", usedBytes: null, countedAt: null, leftBytes: null, perDayBytes: null, projectedBytes: null },
    ...{ cost: null },
  };
  for (const look of looks) {
    await render(() => <DataBudgetSection budget={budget} card={card} now={now} />, look);
    const part = page.getByTestId("part");
    await expect.element(page.getByRole("progressbar")).toHaveAttribute("value", "0.62");
    await expect.element(part).toHaveTextContent(/62\s%/);
    await expect.element(part).toHaveTextContent(/470[.,]00 M/);
    await expectFittingWords();
    await expectAccessible();
    await render(() => <DataBudgetSection budget={never} card={null} now={now} />, look);
    await expect.element(part).toHaveTextContent(readText("sim-card:used.notKnown"));
    await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  }
  const late: DataBudget = { ...budget, state: "will_exceed", exceededOn: "2026-12-01", countedSince: "2026-11-15" };
  await render(() => <DataBudgetSection budget={late} card={card} now={now} />);
  await expect.element(page.getByRole("status")).toHaveTextContent("Will be used up on 01/12/2026");
  await expect.element(page.getByTestId("part")).toHaveTextContent("Counted since 15/11/2026");
});

test("those who may not change the card read it", async () => {
  await loadTexts("sim-card", "ui");
  await render(() => <SimCardFacts card={card} />);
  await expect.element(page.getByTestId("part")).toHaveTextContent("8925402100012345676");
  await render(() => <SimCardFacts card={null} />);
  await expect.element(page.getByText(say("sim-card:none"))).toBeVisible();
});
