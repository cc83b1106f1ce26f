import { ContainerCard } from "../ui/container/container-card.tsx";
import { fakeNowMs, fakeSite, minutesAgo } from "../ui/container/site-row.fake.ts";
import { KpiCard } from "../ui/kpi-card.tsx";
import { Num, type NumProps } from "../ui/num.tsx";
import { PersonAvatar } from "../ui/person-avatar.tsx";
import { SocBar, type SocBarProps } from "../ui/soc-bar.tsx";
import { Sparkline } from "../ui/sparkline.tsx";
import { StatusMark, type Mark } from "../ui/status-mark.tsx";
import { Example } from "./example.tsx";
import styles from "./gallery.module.css";
import { load, nowMs, solar, zone } from "./samples.ts";
import { useWords } from "./words.ts";

const marks: readonly Mark[] = ["online", "just_offline", "offline", "critical", "warning", "info", "works"];

const figures: readonly Pick<NumProps, "value" | "unit" | "at" | "origin" | "reasonShown">[] = [
  { value: 1_240, unit: "W", at: nowMs - 5_000 },
  { value: 52.13, unit: "V", at: nowMs - 150_000 },
  { value: -18.4, unit: "A", at: nowMs - 3_600_000 },
  { value: undefined, unit: "W", at: nowMs - 86_400_000, reasonShown: true },
  { value: undefined, unit: "W", reasonShown: true },
  { value: 14_200, unit: "Wh", at: nowMs - 5_000, origin: "estimate" },
  { value: 31.5, unit: "degC", at: nowMs - 5_000, origin: "backfilled" },
];

const batteries: readonly SocBarProps[] = [
  { percent: 76, state: "charging", reservePercent: 20 },
  { percent: 54, state: "discharging", reservePercent: 20 },
  { percent: 48, state: "idle" },
  { percent: 100, state: "full" },
  { percent: 14, state: "discharging", reservePercent: 20 },
  { percent: 61, state: "stale" },
  { percent: undefined, state: "idle" },
];

const spark = solar.filter((_, index) => index % 4 === 0);

export function FigureExamples() {
  const words = useWords();
  const kpi = { label: words.power, unit: "W", everyS: 60, now: nowMs, zone } as const;
  return (
    <>
      <Example name="status-mark">
        {marks.map((state) => (
          <StatusMark key={state} state={state} />
        ))}
      </Example>
      <Example name="num">
        {figures.map((figure, index) => (
          <Num key={index} everyS={60} now={nowMs} zone={zone} {...figure} />
        ))}
      </Example>
      <Example name="soc-bar">
        {batteries.map((battery, index) => (
          <div key={index} className={styles.state}>
            <SocBar {...battery} />
          </div>
        ))}
      </Example>
      <Example name="kpi-card">
        <div className={styles.state}>
          <KpiCard {...kpi} value={1_820} at={nowMs - 5_000} changePercent={12.4} spark={spark} note={words.note} />
        </div>
        <div className={styles.state}>
          <KpiCard {...kpi} value={1_820} at={nowMs - 7_200_000} changePercent={-30} />
        </div>
        <div className={styles.state}>
          <KpiCard {...kpi} value={undefined} />
        </div>
      </Example>
      <Example name="sparkline">
        <Sparkline values={spark} />
        <Sparkline values={load.slice(0, 24)} />
        <Sparkline values={[-4, 2, null, 5, -1, -3]} />
        <Sparkline values={[3]} />
      </Example>
      <Example name="person-avatar">
        <PersonAvatar picture={undefined} firstName="Amina" lastName="Otieno" size={40} />
        <PersonAvatar picture={undefined} firstName="" lastName="" size={40} />
      </Example>
      <Example name="container-card">
        {[
          fakeSite({ favorite: true, warnings: 2 }),
          fakeSite({ name: "Kisumu school", status: "just_offline", valuesAt: minutesAgo(12) }),
          fakeSite({ name: "Agadez", status: "offline", valuesAt: null, soc: null, solarPower: null, loadPower: null }),
        ].map((site) => (
          <div key={site.containerId} className={styles.state}>
            <ContainerCard site={site} now={fakeNowMs} />
          </div>
        ))}
      </Example>
    </>
  );
}
