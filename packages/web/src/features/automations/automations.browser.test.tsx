import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { keeping, running } from "@offgrid/contract/automations/automation-bench";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { AutomationForm, type AutomationFormProps } from "./automation.form.tsx";
import { exampleAutomation, type Offer } from "../../domain/automations/automation-examples.ts";
import { newAutomation } from "./automation-input.ts";
import { AutomationLine, type LineAct } from "./automation-line.tsx";
import type { Conflict, DryRun, PastRun } from "./automations.data.ts";
import { PastRuns } from "./past-runs.tsx";
import { TryOut } from "./try-out.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`automations:${key}`, values);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name: say(name) });
const choice = (name: string) => page.getByRole("combobox", { name: say(name), exact: true });
const offer: Offer = {
  outputs: ["relay.1", "relay.3"],
  metrics: ["battery.soc", "battery.power", "door.open", "tank.level"],
  hasPosition: true,
};
const conflict: Conflict = {
  output: "relay.3",
  winner: "a",
  loser: "new",
  minutes: [{ from: 1_080, to: 1_380 }],
  metrics: { "battery.soc": { from: 40, to: 90 } },
  seenSeconds: null,
};
const saved: Automation[] = [];

async function texts(): Promise<void> {
  await Promise.all([
    loadTexts("automations", "automation-words", "command-words", "configuration", "ui"),
    timeReady(),
  ]);
  saved.length = 0;
}

async function show(automation: Automation, look = {}, more: Partial<AutomationFormProps> = {}): Promise<void> {
  await texts();
  await render(
    () => (
      <AutomationForm
        automation={automation}
        isNew
        offer={offer}
        nameOf={(id) => (id === "a" ? "Pump" : say("thisOne"))}
        onSave={async (next) => {
          saved.push(next);
          return { id: "b", conflicts: [conflict], setting: { wanted: null } } as never;
        }}
        trial={() => null}
        {...more}
      />
    ),
    look,
  );
}

test("what a new one begins with can be chosen until something is written, and never for one that is there", async () => {
  const beginning = <p>beginning</p>;
  await show(newAutomation("keep", offer), {}, { beginning });
  await expect.element(page.getByText("beginning")).toBeVisible();
  await field("name").fill("Fridge");
  await expect.element(page.getByText("beginning")).not.toBeInTheDocument();
  await show(newAutomation("keep", offer), {}, { beginning, isNew: false });
  await expect.element(field("name")).toBeVisible();
  await expect.element(page.getByText("beginning")).not.toBeInTheDocument();
});

test("a new one names what is missing at its fields, says in words what it does, and is saved with what it conflicts with", async () => {
  for (const look of looks) {
    await show(newAutomation("keep", offer), look);
    await button(say("save")).click();
    await expect.element(page.getByText(say("wrong.name"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(say("wrong.value"), { exact: true })).toBeVisible();
    expect(saved).toEqual([]);
    // The first field that is wrong has the focus.
    await expect.poll(() => document.activeElement).toBe(field("name").element());
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await field("name").fill("Spare");
    await choice("output").selectOptions("relay.3");
    await page.getByRole("textbox", { name: say("condition.value") }).fill("40");
    await page.getByRole("textbox", { name: say("condition.lasting") }).fill("2,5");
    await expect.element(page.getByRole("status", { name: say("sentence") })).toHaveTextContent("40 %");
    await button(say("save")).click();
    const metric = { kind: "metric", metric: "battery.soc", is: "below", value: 40, forSeconds: 150 };
    await expect.poll(() => saved).toMatchObject([{ kind: "keep", name: "Spare", output: "relay.3", while: metric }]);
    await expect.element(page.getByText(say("conflict.title"))).toBeVisible();
    await expectFittingWords();
  }
});

test("conditions become a group, with groups in it, and again a single one", async () => {
  await show(exampleAutomation("spareBattery", "Spare", offer));
  await button(say("condition.addMore")).click();
  await choice("condition.kind").nth(1).selectOptions("time");
  await choice("condition.match").selectOptions("any");
  await button(say("condition.addGroup")).click();
  await page
    .getByRole("textbox", { name: say("condition.value") })
    .last()
    .fill("−5");
  await button(say("save")).click();
  const metric = { kind: "metric", is: "below" };
  await expect
    .poll(() => saved.at(-1))
    .toMatchObject({
      while: {
        kind: "group",
        match: "any",
        of: [
          { ...metric, value: 40, until: 45 },
          { kind: "time", from: { sun: "sunset" }, to: { time: "23:00" } },
          { kind: "group", of: [{ ...metric, value: -5 }] },
        ],
      },
    });
  await button(say("condition.remove")).last().click();
  await button(say("condition.remove")).last().click();
  await button(say("save")).click();
  await expect.poll(() => saved.at(-1)).toMatchObject({ while: { ...metric, value: 40, until: 45 } });
});

test("the other form says when, on which condition and what, and keeps what it cannot show", async () => {
  const decides = running({
    do: [{ kind: "if", condition: { kind: "sun", is: "down" }, do: [{ kind: "wait", seconds: 60 }], otherwise: [] }],
  });
  for (const look of looks) {
    await show(decides, look);
    await expect.element(page.getByText(say("run.choice"))).toBeVisible();
    await button(say("run.addAction")).click();
    await choice("run.ends").selectOptions("until");
    await button(say("condition.add")).click();
    await choice("condition.kind").selectOptions("output");
    await page.getByText(say("more.title")).click();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await button(say("save")).click();
    await expect
      .poll(() => saved.at(-1))
      .toEqual({
        ...decides,
        if: { kind: "output", output: "relay.1", isOn: true },
        do: [...decides.do, { kind: "set", output: "relay.1", to: true, until: { time: "23:00" } }],
      });
  }
});

test("the form that was left comes back as it was written", async () => {
  await show(exampleAutomation("spareBattery", "Spare", offer));
  await choice("kind").selectOptions("run");
  await expect.element(page.getByText(say("run.do"))).toBeVisible();
  await choice("kind").selectOptions("keep");
  await expect.element(page.getByRole("textbox", { name: say("condition.value") })).toHaveValue("40");
});

test("what the portal refuses is named at its field, and nothing counts as saved", async () => {
  const refuse = () =>
    Promise.reject(
      new ApiError({
        code: "bad_input",
        status: 400,
        message: "",
        fields: { "automation.output": "This container …" },
      }),
    );
  await show(exampleAutomation("eveningLight", "Light", offer), {}, { onSave: refuse });
  await button(say("save")).click();
  await expect.element(page.getByText(say("wrong.output"))).toBeVisible();
  expect(
    page
      .getByText(say("saved"))
      .elements()
      .filter((one) => (one as HTMLElement).offsetParent),
  ).toEqual([]);
});

test("a change names what it was made of, also when somebody else has changed that meanwhile", async () => {
  const bases: string[] = [];
  const first = exampleAutomation("eveningLight", "Light", offer);
  const Page = () => {
    const [shown, setShown] = useState(first);
    return (
      <>
        <button type="button" onClick={() => setShown({ ...first, name: "Theirs" })}>
          Somebody else saves
        </button>
        <AutomationForm
          automation={shown}
          isNew={false}
          offer={offer}
          nameOf={(id) => id}
          onSave={async (_next, base) => {
            bases.push(base.name);
            return { id: "b", conflicts: [], setting: { wanted: null } } as never;
          }}
          trial={() => null}
        />
      </>
    );
  };
  await texts();
  await render(() => <Page />);
  await userEvent.fill(page.getByLabelText(say("name"), { exact: true }), "Mine");
  await button("Somebody else saves").click();
  await button(say("save")).click();
  await expect.poll(() => bases).toEqual(["Light"]);
});

test("what it would have done is said in words, and what was not measured is said to be so", async () => {
  const at = "2026-06-01T15:30:00.000Z";
  const result: DryRun = {
    from: "2026-05-31T16:00:00.000Z",
    to: "2026-06-01T16:00:00.000Z",
    coverage: 0.5,
    everySeconds: 10,
    spans: [{ output: "relay.3", from: "2026-06-01T15:00:00.000Z", to: at, isOn: false, id: "new", lost: [] }],
    outputs: [{ output: "relay.3", switchings: 2, switchingsBefore: 0, withheldWh: null, addedSeconds: 0 }],
    runs: [{ id: "new", at, outcome: "began", trigger: null, verdicts: [], steps: [], stoppedAt: null }],
    conflicts: [conflict],
    explained: { at, isMet: null, verdicts: [{ path: "while", is: null, value: null, since: null }], next: null },
  };
  await texts();
  const asked: object[] = [];
  for (const look of looks) {
    asked.length = 0;
    await render(
      () => (
        <TryOut
          zone="Africa/Nairobi"
          id={undefined}
          draft={keeping()}
          read={() => keeping()}
          nameOf={() => "Pump"}
          onTry={async (input) => {
            asked.push(input);
            return result;
          }}
        />
      ),
      look,
    );
    await button(say("try.run")).click();
    await expect.element(page.getByText(say("dry.energyUnknown"))).toBeVisible();
    await expect.element(page.getByText(say("dry.own.off", { lasted: "30\u00a0min" }))).toBeVisible();
    await expect.element(page.getByText(say("explained.notMeasured"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await userEvent.fill(page.getByLabelText(say("try.whyNot")), "18:30");
    await button(say("try.explain")).click();
    await expect.poll(() => asked.at(-1)).toMatchObject({ at: expect.stringContaining("T15:30:00") });
  }
});

test("a line says what an automation does and whether it is followed, and offers only what one may do", async () => {
  await texts();
  const acts: LineAct[] = [];
  const line = (standing: "runs" | "coming" | "leaving", mayAutomate = true) => (
    <AutomationLine
      row={{ id: "a", automation: keeping({ name: "Pump 7" }), standing }}
      containerId="gao"
      state={standing === "runs" ? "in_sync" : "waiting"}
      mayAutomate={mayAutomate}
      onAct={(act) => acts.push(act)}
    />
  );
  for (const look of looks) {
    await render(() => line("coming"), look);
    await expect.element(page.getByText(sayOf("automation-words:standing.coming"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await button(say("disableName", { name: "Pump 7" })).click();
    expect(acts.at(-1)).toBe("disable");
  }
  for (const [standing, may] of [
    ["leaving", true],
    ["runs", false],
  ] as const) {
    await render(() => line(standing, may));
    await expect.element(page.getByText(sayOf(`automation-words:standing.${standing}`))).toBeVisible();
    expect(page.getByRole("button").elements()).toEqual([]);
  }
});

test("past runs say when, why and what came of it; of a rule that has changed since, no conditions", async () => {
  await texts();
  const at = "2026-06-01T15:30:00.000Z";
  const verdicts = [{ path: "while", is: true, value: 39, since: null }];
  const began: PastRun = {
    ...{ id: "a", at, ended: at, outcome: "began", trigger: null, verdicts, steps: [], stoppedAt: null },
    ...{ shadow: false, rank: null, unsent: 0, sameRule: true },
    switched: [{ at: "2026-06-01T15:30:05.000Z", output: "relay.3", on: false }],
  };
  const watched: PastRun = { ...began, outcome: "ended", shadow: true, sameRule: false, unsent: 4, switched: [] };
  for (const look of looks) {
    await render(() => <PastRuns runs={[began, watched]} automation={keeping()} zone="Africa/Nairobi" />, look);
    await page.getByText(say("outcome.began")).click();
    await expect.element(page.getByText(say("explained.was", { value: "39\u00a0%" }))).toBeVisible();
    await expect.element(page.getByText(/Relay 3|Relais 3/).last()).toBeVisible();
    await expect.element(page.getByText(say("past.watched"))).toBeVisible();
    await expect.element(page.getByText(say("past.unsent", { count: 4 }))).toBeVisible();
    await page.getByText(say("outcome.ended")).click();
    await expect.element(page.getByText(say("past.other"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  await render(() => <PastRuns runs={[]} automation={keeping()} zone="Africa/Nairobi" />);
  await expect.element(page.getByText(say("past.none"))).toBeVisible();
});

test("one that is only watched says so, and can be let act", async () => {
  await texts();
  const acts: LineAct[] = [];
  const row = { id: "a", automation: keeping({ name: "Pump 7", shadow: true }), standing: "runs" } as const;
  const line = { row, containerId: "gao", state: "in_sync", mayAutomate: true } as const;
  await render(() => <AutomationLine {...line} onAct={(act) => acts.push(act)} />);
  await expect.element(page.getByText(sayOf("automation-words:isWatched"))).toBeVisible();
  await button(say("promoteName", { name: "Pump 7" })).click();
  expect(acts).toEqual(["promote"]);
  await show(keeping({ name: "Pump 7" }), {}, { isNew: false });
  await page.getByRole("checkbox", { name: say("shadow") }).click();
  await button(say("save")).click();
  await expect.poll(() => saved.at(-1)).toMatchObject({ name: "Pump 7", shadow: true });
});
