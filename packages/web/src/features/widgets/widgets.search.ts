import { choiceParam, type SearchParams, textParam } from "../../core/search-params.ts";

export interface BoardSearch {
  /** It is being arranged. */
  edit?: "yes";
}

export function boardSearch(given: SearchParams): BoardSearch {
  return choiceParam(given, "edit", ["yes"]);
}

export interface WidgetSearch {
  /** It is shown on a wall: seconds for which each widget stands. */
  wall?: number;
  /** Id of the widget from whose page the wall was begun, to which its end leads; absent: to the board. */
  back?: string;
}

const longestS = 3_600;

export function widgetSearch(given: SearchParams): WidgetSearch {
  const { wall } = given;
  const isPace = typeof wall === "number" && Number.isInteger(wall) && wall >= 0 && wall <= longestS;
  return isPace ? { wall, ...textParam(given, "back", 64) } : {};
}

export interface CreateSearch {
  /** Read by the screen: what every visitor loads knows no types. */
  type?: string;
  /** The chart that the widget is to show. */
  chart?: string;
  /** The container that it is to be about. */
  container?: string;
  /** Of the widget that the address names, a copy is made. */
  copy?: "yes";
}

export function createSearch(given: SearchParams): CreateSearch {
  return {
    ...textParam(given, "type", 32),
    ...textParam(given, "chart", 64),
    ...textParam(given, "container", 64),
    ...choiceParam(given, "copy", ["yes"] as const),
  };
}
