import { expect, test } from "vitest";

import { fakeContainer } from "../../../domain/containers/container-row.fake.ts";
import { containerColumns } from "../list-choices.ts";
import { type CsvWords, csvColumns, listCsv } from "./list-csv.ts";

const words: CsvWords = {
  column: Object.fromEntries(containerColumns.map((name) => [name, name])) as CsvWords["column"],
  id: "id",
  openWarnings: "open",
  usedToday: "used",
  seen: "seen",
  measured: "measured",
  state: { online: "Online", just_offline: "Just offline", offline: "Offline" },
};

test("the file has the chosen columns, plain figures with their unit in the heading, and empty cells for missing values", () => {
  const containers = [
    fakeContainer({ name: "Lodwar, clinic", containerId: "lodwar", soc: 81.5, solarPower: -3, cluster: "North" }),
    fakeContainer({ name: "Depot", containerId: "depot", soc: null, solarPower: null, status: "offline" }),
  ];
  expect(listCsv(csvColumns(["state", "name", "cluster", "soc", "solar"], words), containers)).toBe(
    [
      "\uFEFFstate,name,id,cluster,soc (%),solar (W)",
      'Online,"Lodwar, clinic",lodwar,North,81.5,-3',
      "Offline,Depot,depot,,,",
      "",
    ].join("\r\n"),
  );
});

test("a name that a spreadsheet would run as a formula is a text in the file", () => {
  const containers = [fakeContainer({ name: "=HYPERLINK(1)", containerId: "x-1", cluster: "@SUM(A1)" })];
  expect(listCsv(csvColumns(["name", "cluster"], words), containers)).toContain("\r\n'=HYPERLINK(1),x-1,'@SUM(A1)\r\n");
});
