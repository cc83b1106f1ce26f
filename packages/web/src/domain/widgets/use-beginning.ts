import { useContainers } from "../containers/containers.data.tsx";
import type { Beginning } from "./new-widget.ts";

/** What new widgets are about: a container that is online, else the first; undefined until they are known. */
export function useBeginning(): Beginning | undefined {
  const { data } = useContainers();
  const found = data?.find(({ isOnline }) => isOnline) ?? data?.[0];
  return data && { container: found?.containerId, containers: data.length };
}
