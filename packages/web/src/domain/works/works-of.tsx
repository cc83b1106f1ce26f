import { useCurrentUser } from "../../core/can/current-user.ts";
import { Async, quiet } from "../../ui/async.tsx";
import { endWorks, extendWorks, useMayAnnounceWorks, useWorks } from "./works.data.ts";
import { WorksLines } from "./works-lines.tsx";

interface Props {
  container: { containerId: string; name: string; zoneName: string };
  /** Without those that are over. */
  isOpenOnly?: boolean;
}

/** The works of a container, to be ended or to last longer by whoever may. */
export function WorksOf({ container: { containerId, name, zoneName }, isOpenOnly = false }: Props) {
  const works = useWorks(containerId);
  const userId = useCurrentUser()?.id;
  const mayChange = useMayAnnounceWorks();
  return (
    <Async of={quiet(works)} height={80}>
      {(data) => (
        <WorksLines
          works={isOpenOnly ? data.filter(({ endedAt }) => endedAt === null) : data}
          container={name}
          zone={zoneName}
          userId={userId}
          mayChange={mayChange}
          onExtend={extendWorks}
          onEnd={endWorks}
        />
      )}
    </Async>
  );
}
