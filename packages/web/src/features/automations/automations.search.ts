import { type ExampleName, exampleNames } from "../../domain/automations/automation-examples.ts";
import { choiceParam, pageParam, type SearchParams, textParam } from "../../core/search-params.ts";

export interface AutomationsSearch {
  /** Id of the container whose automations are shown; absent: of all. */
  container?: string;
  /** From 2. */
  page?: number;
}

export function automationsSearch(given: SearchParams): AutomationsSearch {
  return { ...textParam(given, "container", 64), ...pageParam(given) };
}

export interface AutomationSearch {
  /** Id of its container. */
  container?: string;
  /** A new one begins with this. */
  example?: ExampleName;
}

export function automationSearch(given: SearchParams): AutomationSearch {
  return { ...textParam(given, "container", 64), ...choiceParam(given, "example", exampleNames) };
}
