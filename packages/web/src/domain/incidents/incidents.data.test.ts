import { expect, test } from "vitest";

import { fakeIncident } from "./incident.fake.ts";
import { incidentInWords } from "./incidents.data.ts";

test("an incident of a suggested rule that was added in French is named in the language of its reader, with its cluster", () => {
  const subject = { id: "Charge basse", name: "Charge basse · Nord · Est" };
  const incident = fakeIncident({ cause: "rule", subject, content: "Charge basse" });
  expect(incidentInWords(incident)).toMatchObject({
    content: "Charge low",
    subject: { id: "Charge basse", name: "Charge low · Nord · Est" },
  });
});

test("a container that is called as a suggested rule keeps its name", () => {
  const subject = { id: "gao", name: "Charge basse" };
  expect(incidentInWords(fakeIncident({ cause: "container", subject })).subject).toEqual(subject);
});
