import { Menu } from "@mantine/core";
import {
  type Icon,
  IconBraces,
  IconCalendarEvent,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconFileTypeXls,
  IconPhoto,
  IconTableExport,
} from "@tabler/icons-react";
import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { useTranslation } from "react-i18next";

import { type Input, receiveFile } from "../core/api/call.ts";
import { useCan } from "../core/can/can.ts";
import { saveFile } from "../core/save-file.ts";

/** What the placeholders of a definition stand for, and the part of time that is shown in the place of its period. */
export type ChartPlace = Pick<Input<"chartReport">, "containerId" | "clusterId" | "from" | "to">;

/** Of what the portal makes files. */
export interface FilesOf {
  /** What a chart shows, for those who build another from it; undefined: the portal makes no files of it. */
  definition: GivenDefinition | undefined;
  place: ChartPlace;
}

interface FileItemsProps extends FilesOf {
  /** The browser makes its files of this drawing alone; those of the portal have the whole chart. */
  isPart: boolean;
  onPng: () => void;
  /** Undefined: its values cannot be taken. */
  onCsv: (() => void) | undefined;
  /** Undefined: its readings cannot be taken. */
  onReadings: (() => void) | undefined;
  onFailed: (error: unknown) => void;
}

/** All files of a chart, in one order and with the same words wherever the chart is; those that cannot be are left out. */
export function FileItems({ definition, place, isPart, onPng, onCsv, onReadings, onFailed }: FileItemsProps) {
  const made = definition && isPlaced(definition, place) ? { definition, ...place } : undefined;
  const save = (file: ReturnType<typeof receiveFile>) => void file.then(saveFile, onFailed);
  const saveAs = (format: "xlsx" | "events" | "json") =>
    made && (() => save(receiveFile("chartExport", { ...made, format })));
  return (
    <>
      <Item of={isPart ? "pngPart" : "png"} Icon={IconPhoto} onClick={onPng} />
      <MadeItem of="pdf" Icon={IconFileTypePdf} onClick={made && (() => save(receiveFile("chartReport", made)))} />
      <MadeItem of="xlsx" Icon={IconFileTypeXls} onClick={saveAs("xlsx")} />
      {onCsv && <Item of={isPart ? "csvPart" : "csv"} Icon={IconFileTypeCsv} onClick={onCsv} />}
      <MadeItem of="events" Icon={IconCalendarEvent} onClick={saveAs("events")} />
      <MadeItem of="json" Icon={IconBraces} onClick={saveAs("json")} />
      <MadeItem of="readings" Icon={IconTableExport} onClick={made && onReadings} />
    </>
  );
}

interface ItemProps<File extends string> {
  of: File;
  Icon: Icon;
  onClick: () => void;
}

function Item({ of, Icon, onClick }: ItemProps<"png" | "pngPart" | "csv" | "csvPart" | MadeFile>) {
  const { t } = useTranslation("chart");
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
      {t(`menu.${of}`)}
    </Menu.Item>
  );
}

const calls = {
  pdf: "chartReport",
  xlsx: "chartExport",
  events: "chartExport",
  json: "chartExport",
  readings: "exportData",
} as const;
type MadeFile = keyof typeof calls;

/** One that the portal makes. Undefined `onClick`: it does not of this chart, and who looks need not be known. */
function MadeItem({ onClick, ...item }: Omit<ItemProps<MadeFile>, "onClick"> & { onClick: (() => void) | undefined }) {
  return onClick && <AllowedItem {...item} onClick={onClick} />;
}

function AllowedItem(item: ItemProps<MadeFile>) {
  return useCan(calls[item.of]) ? <Item {...item} /> : null;
}

/** Is it the same chart for whoever looks? One with a placeholder is that only where something stands in it. */
function isPlaced({ series }: GivenDefinition, { containerId, clusterId }: ChartPlace): boolean {
  return series.every((one) => {
    if (one.kind !== "metric") return true;
    if (one.of.kind === "$container") return containerId !== undefined;
    return one.of.kind !== "$cluster" || clusterId !== undefined;
  });
}
