/** What we use of a library that has no types of its own. */
declare module "topojson-client" {
  type Position = [long: number, lat: number];
  interface Shape {
    type: string;
  }
  export interface Topology {
    objects: Record<string, Shape>;
  }
  type Geometry =
    | { type: "Polygon"; coordinates: Position[][] }
    | { type: "MultiPolygon"; coordinates: Position[][][] };
  export function feature(topology: Topology, shape: Shape): { features: { geometry: Geometry }[] };
  export function mesh(
    topology: Topology,
    shape: Shape,
    filter: (one: unknown, other: unknown) => boolean,
  ): { coordinates: Position[][] };
}
