import type { CallName } from "@offgrid/contract/registry";

/** Ids of one kind: of the caller's own things, of other people's, or of nothing. */
export interface Things {
  containerId: string;
  clusterId: string;
  serialNumber: string;
  uuid: string;
  userId: string;
  email: string;
  sessionId: string;
  passkeyId: string;
}

/** Ids that nothing has. */
export const none: Things = {
  containerId: "nowhere",
  clusterId: "no-cluster",
  serialNumber: "SN-nowhere",
  uuid: "00000000-0000-4000-8000-000000000000",
  userId: "nobody",
  email: "nobody@example.org",
  sessionId: "no-session",
  passkeyId: "no-passkey",
};

/** A fresh value for fields that must be unique. */
export type Fresh = () => string;

/** The input of a call about given things; a call without one has no ids in its input. */
export type Fixture = ((things: Things, fresh: Fresh) => unknown) | { plain: (fresh: Fresh) => unknown };

const plain = (body: unknown = {}): Fixture => ({ plain: () => body });
const automation = {
  kind: "keep",
  name: "Spare the battery",
  enabled: false,
  priority: 5,
  output: "relay.1",
  to: false,
  while: { kind: "metric", metric: "battery.soc", is: "below", value: 40 },
  unknown: "as_before",
};

const protection = {
  enabled: true,
  cutSoc: 20,
  restoreSoc: 30,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 60,
  loads: [{ target: "relay.1", neverCut: false }],
};

const oneContainer: Fixture = ({ containerId }) => ({ containerId });
/** Nothing is imported in the matrix: what the calls about one import answer then is that there is none. */
const noImportId = 999_999_999;
const noImport: Fixture = ({ containerId }) => ({ containerId, importId: noImportId });
const chart = (containerId: string) => ({
  period: "today",
  groupBy: "hour",
  series: [{ containerId, metric: "battery.soc", func: "average", type: "line" }],
});
const noToken = "A".repeat(43);
const passkey = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};
const newPasskey = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
};
const mapping = { time: { column: "at" }, columns: [{ column: "soc", metric: "battery.soc" }] };

/** Every call of the contract: one that is missing here does not compile, and one that was added fails the matrix. */
export const fixtures: Record<CallName, Fixture> = {
  login: { plain: (fresh) => ({ email: `${fresh()}@example.org`, password: "not a password" }) },
  signOut: plain(),
  signOutLate: plain({ proof: "0".repeat(64) }),
  loginOptions: plain(),
  setupPortal: plain({
    token: noToken,
    email: "x@example.org",
    password: "lanterns over the dunes",
    firstName: "X",
    lastName: "Y",
  }),
  "auth/local/register": plain({
    email: "x@example.org",
    password: "lanterns over the dunes",
    firstName: "X",
    lastName: "Y",
  }),
  verification: plain({ token: noToken }),
  sendVerifyUser: plain({ email: "nobody@example.org" }),
  forgotPassword: plain({ email: "nobody@example.org" }),
  confirmPassword: plain({ password: "not a password" }),
  editPassword: plain({ oldPassword: "not a password", newPassword: "a kite above the ridge" }),
  sessionList: ({ userId }) => ({ userId }),
  sessionEnd: ({ userId, sessionId }) => ({ userId, id: sessionId }),
  totpSetup: plain(),
  totpConfirm: plain({ code: "000000" }),
  totpRemove: plain(),
  passkeyList: plain(),
  passkeyStart: plain(),
  passkeyFinish: plain({ name: "Phone", credential: newPasskey }),
  passkeyDelete: ({ passkeyId }) => ({ id: passkeyId }),
  passkeyLoginStart: plain(),
  passkeyLogin: plain({ credential: passkey }),
  passkeyConfirm: plain({ credential: passkey }),
  getCurrentUserInfo: plain(),
  getUserInfo: ({ email }) => ({ email }),
  getUserSetting: plain(),
  saveUserSetting: plain({ theme: "dark" }),
  userList: ({ containerId }) => ({ filter: { containerId } }),
  userGet: ({ userId }) => ({ userId }),
  createNewUser: ({ containerId }, fresh) => ({
    email: `${fresh()}@example.org`,
    firstName: "New",
    lastName: "Person",
    role: "customer_staff",
    containers: [containerId],
    language: "en",
  }),
  updateUserContainerList: ({ userId, containerId }) => ({ userId, containers: [containerId] }),
  assignUser: ({ containerId, userId }) => ({ containerId, users: [userId] }),
  saveUserAccount: ({ userId }) => ({ userId, firstName: "Renamed" }),
  removeUser: ({ userId }) => ({ userId }),
  roleList: plain(),
  roleSave: plain({ id: "customer_staff", label: "Customer's Staff" }),
  auditList: plain(),
  auditExport: plain(),
  getPortalSetting: plain(),
  savePortalSetting: plain(),
  getAppVersion: plain(),
  getSites: plain(),
  getSitesV2: plain(),
  getContainerInfo: oneContainer,
  getContainerInfoV2: oneContainer,
  getContainerInfoV3: oneContainer,
  getContainerInfoV4: oneContainer,
  getContainerLiveData: oneContainer,
  getContainerCharts: oneContainer,
  registerNewContainer: (_, fresh) => ({ name: "New", serialNumber: fresh() }),
  outputList: oneContainer,
  setContainerControlAdam: ({ containerId }) => ({ containerId, relay: 1, on: true }),
  commandList: ({ containerId }) => ({ filter: { containerId } }),
  commandGet: plain({ commandId: "no-command" }),
  commandExport: ({ containerId }) => ({ filter: { containerId } }),
  getAdamLock: ({ containerId }) => ({ containerId, relay: 1 }),
  setAdamLock: ({ containerId }) => ({ containerId, relay: 1, locked: true, reason: "Work on the pump" }),
  commandGroupPreview: ({ containerId }) => ({ containers: [containerId], relay: 1, on: true }),
  rebootContainer: ({ containerId }) => ({ containerId, reason: "Values stand still" }),
  maintenanceSet: ({ containerId }) => ({
    containerId,
    reason: "New batteries",
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    endsAt: new Date(Date.now() + 90_000_000).toISOString(),
  }),
  maintenanceEnd: ({ containerId }) => ({ containerId, worksId: "no-works" }),
  maintenanceList: oneContainer,
  commandGroupStart: ({ containerId }) => ({ containers: [containerId], relay: 1, on: true }),
  commandGroupGet: plain({ groupId: "no-group" }),
  commandGroupCancel: plain({ groupId: "no-group" }),
  releaseUpload: plain({ file: Buffer.from("no release").toString("base64") }),
  getNewestContainerVersion: plain(),
  upgradeContainer: ({ containerId }) => ({ containerId, version: "9.9.9" }),
  upgradeCancel: plain({ upgradeId: "no-upgrade" }),
  containerUpgradeList: oneContainer,
  upgradeCampaignSave: ({ containerId }) => ({ name: "Spring", version: "9.9.9", containers: [containerId] }),
  upgradeCampaignStart: plain({ campaignId: "no-campaign" }),
  upgradeCampaignHalt: plain({ campaignId: "no-campaign", reason: "Batteries drain" }),
  upgradeCampaignResume: plain({ campaignId: "no-campaign", reason: "It was the weather" }),
  upgradeCampaignCancel: plain({ campaignId: "no-campaign", reason: "A newer release is there" }),
  upgradeCampaignList: plain(),
  upgradeCampaignGet: plain({ campaignId: "no-campaign" }),
  clusterList: plain(),
  clusterSave: ({ containerId }, fresh) => ({ name: fresh(), containers: [containerId] }),
  clusterDelete: ({ clusterId }) => ({ id: clusterId }),
  getMap: plain(),
  favoriteSet: ({ containerId }) => ({ containerId, favorite: true }),
  getDeviceStatus: oneContainer,
  getDeviceTypes: plain(),
  deviceTypeSave: {
    plain: (fresh) => ({
      id: `acme.${fresh().toLowerCase()}`,
      revision: 0,
      name: "Meter",
      maker: "Acme",
      model: null,
      kind: "grid_meter",
      parameters: [],
    }),
  },
  deviceTypeDelete: plain({ id: "acme.no-type", revision: 1 }),
  deviceTypeImport: plain({ text: "{}" }),
  kitGet: plain(),
  kitSet: { plain: (fresh) => ({ name: fresh() }) },
  kitUpdate: { plain: (fresh) => ({ id: "no-kit", name: fresh() }) },
  kitDelete: plain({ id: "no-kit" }),
  containerGet: oneContainer,
  containerSave: ({ containerId }) => ({ containerId, notes: "The key is with the teacher." }),
  rotateSecret: oneContainer,
  removeContainer: ({ containerId }) => ({ containerId, confirmName: "not its name" }),
  getInventoryIdSetting: oneContainer,
  saveInventoryIdSetting: ({ containerId }) => ({ containerId, inventoryId: "", assets: [] }),
  zoneGet: plain({ location: { lat: 14.8, long: -16.9 } }),
  uuidGet: ({ serialNumber }) => ({ serialNumber }),
  containerIdGet: ({ uuid }) => ({ uuid }),
  getChartData: ({ containerId }) => chart(containerId),
  getGeneration: ({ containerId }) => ({ containerIds: [containerId], period: "today", groupBy: "hour" }),
  getEnergyBalance: ({ containerId }) => ({ containerId, period: "today", groupBy: "hour" }),
  getConsumptionOrigins: ({ containerId }) => ({ containerIds: [containerId], period: "today", groupBy: "hour" }),
  getEnergyCosts: ({ containerId }) => ({ containerId, period: "today" }),
  getConfiguration: oneContainer,
  getStreetLight: oneContainer,
  getAcStatus: oneContainer,
  getOfflineSetting: oneContainer,
  saveOfflineSetting: ({ containerId }) => ({ containerId, offlineAfterSeconds: 120, justOfflineSeconds: 600 }),
  getRebootSchedule: oneContainer,
  updateRebootSchedule: ({ containerId }) => ({
    containerId,
    schedule: { enabled: true, days: [7], time: "03:30" },
  }),
  setAc: ({ containerId }) => ({ containerId, mode: "off" }),
  acSave: ({ containerId }) => ({
    containerId,
    enabled: true,
    mode: "cool",
    setpointDegC: 24,
    fan: 60,
    hours: [],
    minSoc: null,
  }),
  setStreetLight: ({ containerId }) => ({ containerId, lights: [{ light: 1, mode: "off", level: 100, steps: [] }] }),
  setStreetLightLevel: ({ containerId }) => ({ containerId, light: 1, level: 50 }),
  setConfiguration: ({ containerId }) => ({ containerId, keepAlive: { frameSeconds: 30, linkSeconds: 60 } }),
  getAutoLoadProtection: oneContainer,
  loadProtectGet: oneContainer,
  loadProtectDryRun: ({ containerId }) => ({ containerId, days: 1, ...protection }),
  automationList: oneContainer,
  automationSave: ({ containerId }) => ({ containerId, automation }),
  automationDelete: ({ containerId }) => ({ containerId, id: "a1" }),
  automationRun: ({ containerId }) => ({ containerId, automation, hours: 1 }),
  loadProtectSet: ({ containerId }) => ({ containerId, ...protection }),
  getContainerSetting: oneContainer,
  setSyncConfig: ({ containerId }) => ({
    containerId,
    direction: "controllerToPortal",
    sections: ["keepAlive"],
    everyMinutes: 60,
  }),
  syncPortalToController: oneContainer,
  syncControllerToPortal: oneContainer,
  getEnergyPrices: ({ containerId }) => ({ containerId }),
  setEnergyPrices: ({ containerId }) => ({
    containerId,
    prices: { currency: "EUR", fuelPricePerLitre: 1.4, litresPerHour: 0.7, litresPerKwh: 0.26, gridPricePerKwh: null },
  }),
  getPowerCuts: ({ containerId }) => ({ containerId, period: "today" }),
  getConsumption: ({ containerId }) => ({ containerIds: [containerId], period: "today", groupBy: "hour" }),
  exportData: ({ containerId }) => ({ ...chart(containerId), format: "csv" }),
  importData: ({ containerId }) => ({
    containerId,
    step: "preview",
    mapping,
    file: "at,soc\n2026-01-01T00:00:00Z,50\n",
  }),
  importUpload: ({ containerId }) => ({
    containerId,
    name: "soc.csv",
    file: Buffer.from("at,soc\n2026-01-01T00:00:00Z,50\n").toString("base64"),
  }),
  importOpen: noImport,
  importCheck: ({ containerId }) => ({ containerId, importId: noImportId, mapping }),
  importStart: ({ containerId }) => ({ containerId, importId: noImportId, mapping }),
  importCancel: noImport,
  importRemove: noImport,
  importUndo: noImport,
  importList: oneContainer,
  importReport: noImport,
  getWeather: oneContainer,
  getSolcastQuery: oneContainer,
  setForecast: ({ containerId }) => ({
    containerId,
    provider: "auto",
    capacity: 5_000,
    tilt: 20,
    azimuth: 180,
    loss: 14,
  }),
  getBlackoutForecast: oneContainer,
  getFleetForecast: plain(),
  helpGet: plain({ language: "en" }),
  registerLive: oneContainer,
  registerLiveNotification: plain(),
  getUnreadNotificationCount: plain(),
  getWarningUnreadCount: plain(),
};
