import { deviceTypesSearch } from "../features/device-types/device-types.search.ts";
import { kitsSearch } from "../features/kits/kits.search.ts";
import { generalSearch, settingsSearch } from "../features/settings/settings.search.ts";
import { solarTemplateSearch } from "../features/solar-template/solar-template.search.ts";
import { upgradesSearch } from "../features/upgrades/upgrades.search.ts";
import { screen } from "./screen-route.tsx";

/** Settings, and what is managed beside them. */
export const settingsScreens = [
  screen({
    path: "/settings",
    name: "settings",
    menuId: "9",
    search: settingsSearch,
    texts: ["settings"],
    load: () => import("../features/settings/settings.page.tsx"),
    page: "SettingsPage",
  }),
  screen({
    path: "/settings/general",
    name: "general",
    menuId: "9_5",
    needs: "getPortalSetting",
    search: generalSearch,
    texts: ["settings", "channels", "tickets"],
    load: () => import("../features/settings/general.page.tsx"),
    page: "GeneralPage",
  }),
  screen({
    path: "/settings/doctor",
    name: "doctor",
    menuId: "9_5",
    needs: "doctorRun",
    texts: ["doctor", "settings"],
    load: () => import("../features/settings/doctor.page.tsx"),
    page: "DoctorPage",
  }),
  screen({
    path: "/settings/software",
    name: "software",
    menuId: "9_5",
    needs: "upgradeCampaignList",
    search: upgradesSearch,
    texts: ["upgrades", "software"],
    load: () => import("../features/upgrades/upgrades.page.tsx"),
    page: "UpgradesPage",
  }),
  screen({
    path: "/settings/kit-size",
    name: "kit_sizes",
    menuId: "9_3",
    needs: "kitGet",
    search: kitsSearch,
    texts: ["kits", "apply-template"],
    load: () => import("../features/kits/kits.page.tsx"),
    page: "KitsPage",
  }),
  screen({
    path: "/solar/template",
    name: "solar_template",
    menuId: "9_3",
    needs: "solarTemplateList",
    search: solarTemplateSearch,
    texts: ["solar-template", "apply-template"],
    load: () => import("../features/solar-template/solar-template.page.tsx"),
    page: "SolarTemplatePage",
  }),
  screen({
    path: "/settings/manage-devices",
    name: "manage_devices",
    menuId: "9_5",
    needs: "getDeviceTypes",
    search: deviceTypesSearch,
    texts: ["device-types", "container"],
    load: () => import("../features/device-types/device-types.page.tsx"),
    page: "DeviceTypesPage",
  }),
] as const;
