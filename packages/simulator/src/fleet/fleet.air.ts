/** How air conditioners of the fleet work by themselves. */
import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";

/** Offices are cooled while people work, as long as the battery has enough for the pumps. */
export const officeHours: AcPlan = {
  enabled: true,
  mode: "cool",
  setpointDegC: 26,
  fan: 80,
  hours: [{ from: "07:00", to: "19:00" }],
  minSoc: 40,
};

/** An ice house is kept cool day and night. */
export const dayAndNight: AcPlan = {
  enabled: true,
  mode: "auto",
  setpointDegC: 24,
  fan: 60,
  hours: [],
  minSoc: 30,
};
