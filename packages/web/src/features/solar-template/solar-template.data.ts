import { type Answer, call, type Input } from "../../core/api/call.ts";
import { refresh } from "../../core/api/query-client.ts";
import { useCall } from "../../core/api/use-call.ts";
import { useCan } from "../../core/can/can.ts";
import { useContainers } from "../../domain/containers/containers.data.tsx";

export type SolarTemplate = Answer<"solarTemplateList">["data"][number];
export type TemplateFigures = Omit<Input<"solarTemplateSave">, "id">;
export type YieldQuestion = Input<"solarTemplateYield">;
export type YieldArray = Omit<YieldQuestion, "place">;
export type YieldAnswer = NonNullable<Answer<"solarTemplateYield">["data"]>;
export type MeasuredMonth = NonNullable<Answer<"solarTemplateMeasured">["data"]>[number];
export type PanelChange = Answer<"solarTemplatePreview">["data"][number];
export type PanelSetting = PanelChange["after"];

export function useSolarTemplates() {
  return useCall("solarTemplateList", {}, { select: ({ data }) => data });
}

export function useMayChangeTemplates(): boolean {
  return useCan("solarTemplateSave");
}

/** Templates are applied by those who may also set the panels of a container by hand. */
export function useMayApplyTemplates(): boolean {
  const [mayApply, mayConfigure] = [useCan("solarTemplateApply"), useCan("setForecast")];
  return mayApply && mayConfigure;
}

/** A container to choose, and whether it is known where it stands. */
export interface PlacedContainer {
  id: string;
  name: string;
  isPlaced: boolean;
}

/** Undefined until they are known. */
export function usePlacedContainers(): PlacedContainer[] | undefined {
  return useContainers().data?.map(({ containerId, name, location }) => ({
    id: containerId,
    name,
    isPlaced: location !== null,
  }));
}

const neverOlder = { staleTime: Infinity } as const;

/** @param question Undefined: there is nothing to ask yet. */
export function useYield(question: YieldQuestion | undefined) {
  const { place, ...array } = question ?? nothing;
  return useCall(
    "solarTemplateYield",
    { ...array, place },
    { enabled: question !== undefined, select: ({ data }) => data, placeholderData: (before) => before, ...neverOlder },
  );
}
const nothing: YieldQuestion = {
  capacity: 1,
  tilt: null,
  azimuth: null,
  loss: 0,
  limitW: null,
  place: { lat: 0, long: 0 },
};

export function useMeasured(id: string, containerId: string) {
  return useCall("solarTemplateMeasured", { id, containerId }, { select: ({ data }) => data, staleTime: 60_000 });
}

/** What applying it would change. */
export function usePreview(id: string, containerIds: readonly string[]) {
  return useCall("solarTemplatePreview", { id, containerIds: [...containerIds] }, { enabled: containerIds.length > 0 });
}

/** Makes a template, or changes one. @throws ApiError, such as solar_template_name_used. */
export async function saveTemplate(id: string | undefined, figures: TemplateFigures): Promise<void> {
  await call("solarTemplateSave", { ...figures, ...(id !== undefined && { id }) });
  refresh("solarTemplateList", "solarTemplateMeasured");
}

/** @throws ApiError, such as solar_template_used. */
export async function deleteTemplate(id: string): Promise<void> {
  await call("solarTemplateDelete", { id });
  refresh("solarTemplateList");
}

/** @throws ApiError template_changed where it is not as the preview showed it any more. */
export async function applyTemplate(input: Input<"solarTemplateApply">): Promise<void> {
  try {
    await call("solarTemplateApply", input);
  } finally {
    refresh("solarTemplateList", "solarTemplatePreview", "getSolcastQuery", "getBlackoutForecast");
  }
}

export async function leaveTemplate(containerId: string): Promise<void> {
  await call("solarTemplateLeave", { containerIds: [containerId] });
  refresh("solarTemplateList");
}
