import type { SimCard } from "@offgrid/contract/sim-cards/sim-card-rules";

const dayMs = 86_400_000;

interface Plan {
  operator: string;
  iccid: string;
  phone?: string;
  apn: string;
  bundleMb: number;
  /** How long ago the bundle was renewed, days. */
  renewedAgo: number;
  /** What a mean day takes, MB. */
  mbPerDay: number;
  price?: [perMb: number, currency: string];
  note?: string;
}

/** By container; Saint-Véran has a line of its own, and no card. Some are about to use up their bundle. */
const plans: Readonly<Record<string, Plan>> = {
  lodwar: {
    ...{ operator: "Safaricom", iccid: "8925402100100234170", phone: "+254712345670", apn: "iot.safaricom.com" },
    ...{ bundleMb: 500, renewedAgo: 20, mbPerDay: 9, price: [0.05, "KES"] },
  },
  agadez: {
    ...{
      operator: "Orange",
      iccid: "8922702100044100283",
      apn: "orange.ne",
      bundleMb: 400,
      renewedAgo: 12,
      mbPerDay: 7,
    },
  },
  "saint-louis": {
    ...{ operator: "Orange", iccid: "8922101100331209455", phone: "+221771234567", apn: "orange.sn" },
    // It is used up in about a week.
    ...{ bundleMb: 250, renewedAgo: 22, mbPerDay: 9 },
  },
  tamale: {
    ...{ operator: "MTN", iccid: "8923301102770045180", phone: "+233241234567", apn: "internet", bundleMb: 300 },
    ...{ renewedAgo: 5, mbPerDay: 6, price: [0.04, "GHS"] },
  },
  morondava: {
    ...{
      operator: "Telma",
      iccid: "8926102200199088718",
      apn: "telma.net",
      bundleMb: 200,
      renewedAgo: 15,
      mbPerDay: 6,
    },
  },
  jumla: {
    ...{ operator: "Ncell", iccid: "8977704203100551266", apn: "web", bundleMb: 150, renewedAgo: 24, mbPerDay: 7 },
    note: "Reception only with the aerial on the mast.",
  },
  barcelos: {
    ...{ operator: "Claro", iccid: "8955310400881200343", apn: "java.claro.com.br", bundleMb: 500, renewedAgo: 8 },
    mbPerDay: 7,
  },
  "lord-howe": {
    ...{ operator: "Telstra", iccid: "8961014506602311909", apn: "telstra.iot", bundleMb: 1_000, renewedAgo: 17 },
    mbPerDay: 8,
  },
  "coober-pedy": {
    ...{ operator: "Telstra", iccid: "8961014506602312089", apn: "telstra.iot", bundleMb: 1_000, renewedAgo: 17 },
    mbPerDay: 10,
  },
  gosaba: {
    operator: "Airtel",
    iccid: "8991160008712033456",
    apn: "airteliot.com",
    bundleMb: 400,
    renewedAgo: 3,
    mbPerDay: 8,
  },
  fogo: {
    ...{
      operator: "Bell",
      iccid: "8930272033114500988",
      apn: "m2m.bell.ca",
      bundleMb: 500,
      renewedAgo: 26,
      mbPerDay: 8,
    },
    price: [0.1, "CAD"],
  },
};

/** The card of a container of the demo, and about what it used in each of the days before; undefined: it has none. */
export function demoSimCard(containerId: string, nowMs: number): { card: SimCard; bytesPerDay: number } | undefined {
  const plan = plans[containerId];
  if (!plan) return undefined;
  const { operator, iccid, phone = null, apn, bundleMb, renewedAgo, mbPerDay, price, note = null } = plan;
  const [pricePerMb, currency] = price ?? [null, null];
  const renewalDay = new Date(nowMs - renewedAgo * dayMs).getUTCDate();
  const card = { operator, iccid, phone, apn, bundleMb, renewalDay, expiresOn: null, pricePerMb, currency, note };
  return { card, bytesPerDay: mbPerDay * 1_000_000 };
}

/** The share of a mean day that a day before took: some are busier than others. */
export function busyness(daysAgo: number): number {
  return 1 + 0.25 * Math.sin(daysAgo * 2.4);
}
