import { topic } from "../../core/topic.ts";
import { ConfigReportMessage, ConfigSetMessage } from "../configuration/configuration.schema.ts";
import { FirmwareReportMessage, FirmwareSetMessage } from "../upgrades/upgrades.schema.ts";
import { TestReadMessage } from "./device-reading.schema.ts";
import {
  AckMessage,
  BirthMessage,
  CommandMessage,
  CommandResultMessage,
  DataMessage,
  EventMessage,
  RebirthMessage,
  StateMessage,
  TimeMessage,
  WatchMessage,
} from "./telemetry.schema.ts";

const up = { publish: "controller", subscribe: "server" } as const;
const down = { publish: "server", subscribe: "controller" } as const;

export const stateTopic = topic("{containerId}/state", {
  summary: "Whether the controller is connected; also its will, which counts only with the current birth number.",
  payload: StateMessage,
  retained: true,
  ...up,
});
export const birthTopic = topic("{containerId}/birth", {
  summary: "What the controller measures and which devices it has; first message of each connection.",
  payload: BirthMessage,
  ...up,
});
export const dataTopic = topic("{containerId}/data", {
  summary: "Frames of a container, a row per instant.",
  payload: DataMessage,
  ...up,
});
export const historyTopic = topic("{containerId}/hist", {
  summary: "Frames that were not live: stored, never shown as live.",
  payload: DataMessage,
  ...up,
});
export const eventTopic = topic("{containerId}/event", {
  summary: "A dated fact at the container.",
  payload: EventMessage,
  ...up,
});
export const commandResultTopic = topic("{containerId}/cmd/res", {
  summary: "What became of a command; `done` only after the device was read back.",
  payload: CommandResultMessage,
  ...up,
});
export const configReportTopic = topic("{containerId}/cfg/rep", {
  summary: "The configuration that the controller runs, on each connection and after each change.",
  payload: ConfigReportMessage,
  ...up,
});
export const firmwareReportTopic = topic("{containerId}/fw/rep", {
  summary: "How far the controller is with a release of its program.",
  payload: FirmwareReportMessage,
  ...up,
});
export const testReadTopic = topic("{containerId}/read/res", {
  summary:
    "What a device said when it was read once, as a person asked for on `cmd`; shown, and never stored as history.",
  payload: TestReadMessage,
  ...up,
});
export const ackTopic = topic("{containerId}/ack", {
  summary: "What was committed, or what was refused and why; the only reason for a controller to forget a frame.",
  payload: AckMessage,
  ...down,
});
export const commandTopic = topic("{containerId}/cmd", {
  summary: "An order to the controller, with a deadline; never retained.",
  payload: CommandMessage,
  ...down,
});
export const configSetTopic = topic("{containerId}/cfg/set", {
  summary: "Wanted configuration; refused when its base is not what the controller runs.",
  payload: ConfigSetMessage,
  ...down,
});
export const firmwareSetTopic = topic("{containerId}/fw/set", {
  summary: "Signed manifest of a release to download and install.",
  payload: FirmwareSetMessage,
  ...down,
});
export const rebirthTopic = topic("{containerId}/rebirth", {
  summary: "Asks for a birth, once a minute at most.",
  payload: RebirthMessage,
  ...down,
});
export const timeTopic = topic("{containerId}/time", {
  summary: "The portal's clock, after each birth.",
  payload: TimeMessage,
  ...down,
});
export const watchTopic = topic("{containerId}/watch", {
  summary: "Someone watches: send each frame at once until then.",
  payload: WatchMessage,
  ...down,
});
