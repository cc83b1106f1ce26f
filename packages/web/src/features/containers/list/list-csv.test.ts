import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import { expect, test } from "vitest";

import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "../../../domain/containers/container-row.fake.ts";
import { containerColumns } from "../list-choices.ts";
import { type CsvWords, csvColumns, listCsv } from "./list-csv.ts";

const words: CsvWords = {
  column: Object.fromEntries(containerColumns.map((name) => [name, name])) as CsvWords["column"],
  id: "id",
  openWarnings: "open",
  usedToday: "used",
  seen: "seen",
  measured: "measured",
  state: { online: "Online", just_offline: "Just offline", offline: "Offline", never: "Never connected" },
  supply: Object.fromEntries(energyLevels.map((level) => [level, level])) as CsvWords["supply"],
  measuredOf: (column) => `${column} at`,
};

test("the file has the chosen columns, plain figures with their unit in the heading, and empty cells for missing values", () => {
  const containers = [
    fakeContainer({ name: "Lodwar, clinic", containerId: "lodwar", soc: 81.5, solarPower: -3, cluster: "North" }),
    fakeContainer({ name: "Depot", containerId: "depot", soc: null, solarPower: null, status: "offline" }),
  ];
  const at = "2026-11-20T12:00:00.000Z";
  expect(listCsv(csvColumns(["name", "state", "cluster", "soc", "solar"], words, fakeNowMs), containers)).toBe(
    [
      "\uFEFFname,id,state,cluster,soc (%),soc at,solar (W),solar at",
      `"Lodwar, clinic",lodwar,Online,North,81.5,${at},-3,${at}`,
      "Depot,depot,Offline,,,,,",
      "",
    ].join("\r\n"),
  );
});

test("the file tells the state of energy, the hours left, and the instant of a value that is older than the others", () => {
  const stopped = minutesAgo(200);
  const containers = [
    fakeContainer({ name: "A", energy: fakeEnergy("cut", { since: minutesAgo(60) }), olderAt: { soc: stopped } }),
    fakeContainer({ name: "B", energy: fakeEnergy("cut_ahead", { cutAt: minutesAgo(-90) }) }),
  ];
  expect(listCsv(csvColumns(["supply", "soc", "hours"], words, fakeNowMs), containers)).toBe(
    [
      "\uFEFFsupply,soc (%),soc at,hours (h)",
      `cut,80,${stopped},0`,
      "cut_ahead,80,2026-11-20T12:00:00.000Z,1.5",
      "",
    ].join("\r\n"),
  );
});

test("a name that a spreadsheet would run as a formula is a text in the file", () => {
  const containers = [fakeContainer({ name: "=HYPERLINK(1)", containerId: "x-1", cluster: "@SUM(A1)" })];
  expect(listCsv(csvColumns(["name", "cluster"], words, fakeNowMs), containers)).toContain(
    "\r\n'=HYPERLINK(1),x-1,'@SUM(A1)\r\n",
  );
});
