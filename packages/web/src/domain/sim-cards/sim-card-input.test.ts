import { expect, test } from "vitest";

import { readSimCard, textsOf } from "./sim-card-input.ts";

const nothing = textsOf(null, "en");

test("numbers are read as people write them, in groups and with a comma", () => {
  const typed = {
    ...nothing,
    ...{ operator: " Orange ", iccid: "8925 4021 0001 2345 676", phone: "+254 (712) 345-678" },
    ...{ bundleMb: "500", renewalDay: "10", pricePerMb: "0,02", currency: "kes" },
  };
  const read = readSimCard(typed);
  expect(read).toEqual({
    card: {
      ...{ operator: "Orange", iccid: "8925402100012345676", phone: "+254712345678", apn: null, note: null },
      ...{ bundleMb: 500, renewalDay: 10, pricePerMb: 0.02, currency: "KES", expiresOn: null },
    },
  });
  expect("card" in read && textsOf(read.card, "fr").pricePerMb).toBe("0,02");
});

test("nothing typed is no card, and what means nothing is named by its field", () => {
  expect(readSimCard({ ...nothing, note: "  " })).toEqual({ card: null });
  expect(readSimCard({ ...nothing, bundleMb: "much", iccid: "8925402100012345675" })).toEqual({
    faults: { bundleMb: "bundle", renewalDay: "renewal_missing", iccid: "iccid_check" },
  });
});
