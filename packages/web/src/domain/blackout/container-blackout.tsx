import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

import { Async, quiet } from "../../ui/async.tsx";
import { type Judge, useFreshness } from "../../ui/use-freshness.ts";
import { atMs, loadNow } from "../containers/container-facts.ts";
import { latestReadings } from "../energy-flow/latest-readings.ts";
import { type TimeLeft, batteryTimeLeft } from "../energy-flow/time-left.ts";
import { BlackoutCard } from "./blackout-card.tsx";
import { useBlackout } from "./blackout.data.ts";

/** How long the battery lasts or charges at its present power, as on the tab of the energy flow. */
function timeLeftNow(
  { values, everyS, energy }: ContainerInfoV4,
  { cutOff }: BlackoutForecast,
  now: number,
  judge: Judge,
): TimeLeft | undefined {
  const readings = latestReadings(values, ["battery.power", "battery.soc"], everyS, now, judge);
  return batteryTimeLeft(readings, values["battery.capacity"]?.value, cutOff, energy.level);
}

interface Props {
  info: ContainerInfoV4;
  now: number;
  /** Sentences that the page has above it. */
  saidAbove?: ReadonlySet<string>;
}

/** When the loads of a container are cut, as forecast, and how long its battery lasts at its present power. */
export function ContainerBlackout(props: Props) {
  // Of one that is out of service nothing is expected.
  return props.info.retiredAt === null && <Expected {...props} />;
}

function Expected({ info, now, saidAbove }: Props) {
  const blackout = useBlackout(info);
  const judge = useFreshness();
  const load = info.values["load.power"];
  return (
    <Async of={quiet(blackout)} height={220}>
      {({ data, energy }) => (
        <BlackoutCard
          forecast={data}
          energy={energy}
          loadW={loadNow(load && { value: load.value, atMs: atMs(load.at) }, info.everyS, now)}
          zone={info.zoneName}
          everyS={info.everyS}
          isOnline={info.isOnline}
          now={now}
          saidAbove={saidAbove}
          timeLeft={timeLeftNow(info, data, now, judge)}
        />
      )}
    </Async>
  );
}
