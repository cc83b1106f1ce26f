import { defineFeature } from "../../calls/feature.ts";
import { erasureJob } from "../users/ask-erasure.ts";
import { erasePerson } from "./erase-person.ts";

export const erasureFeature = defineFeature(({ db, box, clock }) => ({
  jobs: [{ name: erasureJob, run: ({ key }) => erasePerson({ db, box, clock }, key) }],
}));
