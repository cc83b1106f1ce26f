import "i18next";
import type shared from "../core/i18n/shared.en.json";
import type notHereYet from "../features/not-here-yet/not-here-yet.en.json";
import type confirmation from "../features/confirmation/confirmation.en.json";
import type profile from "../features/profile/profile.en.json";
import type session from "../features/session/session.en.json";
import type map from "../ui/map.en.json";
import type clusters from "../features/clusters/clusters.en.json";
import type ui from "../ui/ui.en.json";
import type audit from "../features/audit/audit.en.json";
import type help from "../features/help/help.en.json";
import type roles from "../features/roles/roles.en.json";
import type users from "../features/users/users.en.json";
import type containers from "../features/containers/containers.en.json";
import type containerList from "../features/containers/container-list.en.json";
import type dashboard from "../features/dashboard/dashboard.en.json";
import type analysis from "../features/containers/analysis/analysis.en.json";
import type batteries from "../features/containers/batteries/batteries.en.json";
import type devices from "../features/containers/devices/devices.en.json";
import type sevenDays from "../features/containers/seven-days/seven-days.en.json";
import type weather from "../features/containers/weather/weather.en.json";
import type blackout from "../ui/blackout/blackout.en.json";
import type energyFlow from "../ui/energy-flow/energy-flow.en.json";
import type favorites from "../features/favorites/favorites.en.json";
import type site from "../ui/site.en.json";
import type shell from "./shell/shell.en.json";

/** Every namespace of texts: a wrong key does not compile. A new feature adds its line here. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shared";
    returnNull: false;
    resources: {
      shared: typeof shared;
      containers: typeof containers;
      "container-list": typeof containerList;
      dashboard: typeof dashboard;
      favorites: typeof favorites;
      site: typeof site;
      shell: typeof shell;
      session: typeof session;
      confirmation: typeof confirmation;
      profile: typeof profile;
      users: typeof users;
      help: typeof help;
      roles: typeof roles;
      audit: typeof audit;
      map: typeof map;
      clusters: typeof clusters;
      analysis: typeof analysis;
      batteries: typeof batteries;
      devices: typeof devices;
      "seven-days": typeof sevenDays;
      weather: typeof weather;
      blackout: typeof blackout;
      "energy-flow": typeof energyFlow;
      ui: typeof ui;
      "not-here-yet": typeof notHereYet;
    };
  }
}
