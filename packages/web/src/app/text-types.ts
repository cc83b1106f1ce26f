import "i18next";
import type shared from "../core/i18n/shared.en.json";
import type notHereYet from "../features/not-here-yet/not-here-yet.en.json";
import type confirmation from "../features/confirmation/confirmation.en.json";
import type profile from "../features/profile/profile.en.json";
import type session from "../features/session/session.en.json";
import type map from "../domain/map/map.en.json";
import type clusters from "../features/clusters/clusters.en.json";
import type ui from "../ui/ui.en.json";
import type audit from "../features/audit/audit.en.json";
import type help from "../features/help/help.en.json";
import type roles from "../features/roles/roles.en.json";
import type users from "../features/users/users.en.json";
import type container from "../features/container/container.en.json";
import type containers from "../features/containers/containers.en.json";
import type dashboard from "../features/dashboard/dashboard.en.json";
import type analysis from "../features/container/analysis/analysis.en.json";
import type energyPrices from "../features/container/general/energy-prices.en.json";
import type batteries from "../features/container/batteries/batteries.en.json";
import type importTexts from "../features/container/import/import.en.json";
import type devices from "../features/container/devices/devices.en.json";
import type sevenDays from "../features/container/seven-days/seven-days.en.json";
import type weather from "../features/container/weather/weather.en.json";
import type blackout from "../domain/blackout/blackout.en.json";
import type energyState from "../domain/energy-state/energy-state.en.json";
import type energyOrigin from "../domain/energy-origin/energy-origin.en.json";
import type energyFlow from "../domain/energy-flow/energy-flow.en.json";
import type periodFigures from "../domain/period-figures/period-figures.en.json";
import type favorites from "../features/favorites/favorites.en.json";
import type containerFacts from "../domain/containers/container-facts.en.json";
import type chart from "../chart/chart.en.json";
import type people from "../domain/people/people.en.json";
import type sessions from "../domain/sessions/sessions.en.json";
import type shell from "./shell/shell.en.json";

/** Every namespace of texts: a wrong key does not compile. A new feature adds its line here. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shared";
    returnNull: false;
    resources: {
      shared: typeof shared;
      container: typeof container;
      containers: typeof containers;
      dashboard: typeof dashboard;
      favorites: typeof favorites;
      "container-facts": typeof containerFacts;
      chart: typeof chart;
      people: typeof people;
      sessions: typeof sessions;
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
      "energy-prices": typeof energyPrices;
      batteries: typeof batteries;
      devices: typeof devices;
      import: typeof importTexts;
      "seven-days": typeof sevenDays;
      weather: typeof weather;
      blackout: typeof blackout;
      "energy-state": typeof energyState;
      "energy-origin": typeof energyOrigin;
      "energy-flow": typeof energyFlow;
      "period-figures": typeof periodFigures;
      ui: typeof ui;
      "not-here-yet": typeof notHereYet;
    };
  }
}
