import {
  type PeriodParams,
  type SearchParams,
  choiceParam,
  instantParam,
  periodParams,
  zoomParam,
} from "../../core/search-params.ts";
import { type ContainerTab, containerTabs } from "./tabs/container-tabs.ts";

/** Which tab of a container is open (absent: the Overview), and what is chosen on it. */
export interface ContainerSearch extends PeriodParams {
  tab?: ContainerTab;
  /** Such as 2026-11-20; absent: today, or none on the tab of seven days. */
  day?: string;
  /** Number of the uploaded file that is being brought in. */
  file?: number;
  /** Id of the device whose values are open. */
  device?: string;
  /** The value of that device whose history is shown; absent: its first. */
  metric?: string;
  /** The container to compare with; absent: the period before. */
  against?: string;
  /** The part of the tab's chart that is looked at. */
  zoom?: string;
  /** The instant at which the energy flow is shown, epoch ms; absent: the present. */
  at?: number;
}

export function containerSearch(given: SearchParams): ContainerSearch {
  const { day, device, metric, file, against } = given;
  return {
    ...choiceParam(given, "tab", containerTabs),
    ...(typeof day === "string" && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}),
    ...(typeof device === "string" && device !== "" ? { device } : {}),
    ...(typeof file === "number" && Number.isSafeInteger(file) && file > 0 ? { file } : {}),
    ...(typeof metric === "string" && /^[a-z0-9_.]{1,64}$/.test(metric) ? { metric } : {}),
    ...periodParams(given),
    ...zoomParam(given),
    ...instantParam(given, "at"),
    ...(typeof against === "string" && /^[a-z0-9-]{1,64}$/.test(against) ? { against } : {}),
  };
}
