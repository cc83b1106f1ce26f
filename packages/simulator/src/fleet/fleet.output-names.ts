/** What people call the outputs of the demo's containers, each place in its own language. */
import { outputTarget } from "@offgrid/contract/devices/output-kinds";
import type { OutputNames } from "@offgrid/contract/output-names/output-names";

type Naming = readonly [name: string, feeds?: string];

/** In the order of their numbers. Behind the relays: homes, shops, cold room, pump, spares (plant/relays.ts). */
interface PlaceNames {
  relays: readonly Naming[];
  lights: readonly Naming[];
}

const spare: Naming = ["", "Spare, nothing connected"];
const places: Readonly<Record<string, PlaceNames>> = {
  lodwar: {
    relays: [["Staff houses"], ["Ward sockets", "Wards A and B"], ["Vaccine fridges", "Store room"], ["Borehole pump"]],
    lights: [["Gate light"], ["Ward path"], ["Kitchen yard"]],
  },
  agadez: {
    relays: [
      ["Logements"],
      ["Boutiques", "Trois étals du marché"],
      ["Chambre froide"],
      ["Pompe du forage", "Château d’eau"],
    ],
    lights: [["Lampe du puits"], ["Lampe du marché"], ["Lampe de l’école"]],
  },
  "saint-louis": {
    relays: [
      ["Logements des pêcheurs"],
      ["Halles", "Étals 1 à 8"],
      ["Machine à glace"],
      ["Pompe à eau"],
      ["", "Libre, rien n’est raccordé"],
      ["", "Libre, rien n’est raccordé"],
    ],
    lights: [["Quai nord"], ["Quai sud"], ["Halles, dehors"], ["Portail"]],
  },
  tamale: {
    relays: [["Teachers’ houses"], ["Computer room", "12 laptops and the printer"]],
    lights: [["School gate"], ["Playground"]],
  },
  morondava: {
    relays: [["Maisons voisines"], ["Kiosque", "Congélateur et recharge des téléphones"]],
    lights: [["Devant le kiosque"], ["Plage"]],
  },
  jumla: {
    relays: [
      ["Nurses’ quarters"],
      ["Laboratory"],
      ["Blood bank fridge", "Never without power for long"],
      ["Well pump"],
    ],
    lights: [["Hospital gate"], ["Helipad"], ["Path to the ward"]],
  },
  "saint-veran": {
    relays: [["Chambres"], ["Cuisine"], ["Congélateurs", "Réserve"], ["Pompe de la source"]],
    lights: [["Entrée du refuge"], ["Sentier"], ["Local à skis"]],
  },
  barcelos: {
    relays: [["Cabins"], ["Radio and office"], ["Fish freezer"], ["River pump"]],
    lights: [["Jetty light"], ["Stairs"], ["Boat house"]],
  },
  "lord-howe": {
    relays: [["Sleeping huts"], ["Workshop"], ["Sample freezer", "Samples at −80 °C"], ["Rainwater pump"]],
    lights: [["Runway path"], ["Huts"], ["Workshop yard"]],
  },
  "coober-pedy": {
    relays: [["Camp rooms"], ["Mess hall"], ["Cold room"], ["Bore pump"], spare, spare],
    lights: [["Main gate"], ["Car park"], ["Shaft 2"], ["Fuel store"]],
  },
  gosaba: {
    relays: [["Waiting room"], ["Ticket office", "Till and phone charging"]],
    lights: [["Ferry ghat"], ["Bazaar road"]],
  },
  fogo: {
    relays: [["Harbour homes"], ["Fish plant office"], ["Bait freezer"], ["Slipway pump"], spare, spare],
    lights: [["Breakwater"], ["Wharf"], ["Slipway"], ["Stage road"]],
  },
};

/** None where the container is not of the demo. */
export function demoOutputNames(containerId: string): OutputNames {
  const { relays, lights } = places[containerId] ?? { relays: [], lights: [] };
  const named = (kind: "relay" | "street_light", names: readonly Naming[]) =>
    names.map(([name, feeds = ""], index) => [outputTarget(kind, index + 1), { name, feeds }] as const);
  return Object.fromEntries([...named("relay", relays), ...named("street_light", lights)]);
}
